"""The command line. Every command parses its options, calls one public function and prints."""
