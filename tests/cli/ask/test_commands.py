from click.testing import CliRunner

from cinescribe.cli.main import main


def test_a_captioner_that_answers_no_questions_is_refused(tmp_path):
    arguments = ["ask", str(tmp_path), "What?", "--at", "00:00:01", "--model", "observer"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert "'observer' answers no questions" in result.output
