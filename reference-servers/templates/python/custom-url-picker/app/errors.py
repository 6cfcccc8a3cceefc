"""The bodies of failed requests, as this contract defines them."""

from .models import ErrorList, SelectionError, SelectionErrors


def refusal(path: str, problems: list[str]) -> ErrorList | SelectionErrors:
    """The request cannot be accepted as it is. The two operations have different bodies for that."""
    if path.endswith("/validate"):
        suggestion = "Choose another value from the list."
        return SelectionErrors(errors=[SelectionError(error=one, suggestion=suggestion) for one in problems])
    return ErrorList(errors=problems, user_message="The request cannot be accepted.")


def failure(path: str, problem: str) -> ErrorList:
    """The request was acceptable, but the server failed."""
    return ErrorList(errors=[problem], user_message="Something went wrong in the service.")
