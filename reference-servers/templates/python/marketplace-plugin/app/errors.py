"""The bodies of failed requests, as this contract defines them."""

from .models import ErrorList, ErrorText


def refusal(path: str, problems: list[str]) -> ErrorList:
    """The request cannot be accepted as it is."""
    return ErrorList(errors=problems, user_message="The request cannot be accepted.")


def failure(path: str, problem: str) -> ErrorText:
    """The request was acceptable, but the server failed."""
    return ErrorText(error=problem, user_message="Something went wrong in the service.")
