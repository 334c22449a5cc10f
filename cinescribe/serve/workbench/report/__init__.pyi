from .report_page import ReportPage as ReportPage
