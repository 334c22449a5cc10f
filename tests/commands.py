"""Commands run as on a command line, in this process."""

from click.testing import CliRunner, Result

from cinescribe.cli.main import main


def run_command(*arguments: object, exit_code: int | None = 0, given: str | None = None) -> Result:
    """Run `cinescribe ARGUMENTS`; any exit code is fine where `exit_code` is None."""
    result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=given)
    assert exit_code in (None, result.exit_code), result.output
    return result
