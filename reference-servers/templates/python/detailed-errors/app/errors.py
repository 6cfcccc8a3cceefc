"""Bodies of the error responses in this contract."""

from .models import ErrorMoreInfo, RequestValidationError, SystemError


def refusal(path: str, problems: list[str]) -> RequestValidationError:
    """Body for an invalid request."""
    return RequestValidationError(
        errors=problems,
        user_message="The request cannot be accepted.",
        more_info=ErrorMoreInfo(problems=problems, solutions=["Correct the request and send it again."]),
    )


def failure(path: str, problem: str) -> SystemError:
    """Body for an error of the server."""
    return SystemError(
        error=problem,
        user_message="Something went wrong in the service.",
        more_info=ErrorMoreInfo(problems=[problem], solutions=["Try again; if it fails again, see the log."]),
    )
