"""The operations of the contract. They call the functions in `handlers.py`."""

from fastapi import APIRouter

from . import handlers
from .failures import Refused
from .handlers import Product
from .models import (
    MarketplacePrivateInfo,
    MarketplaceResultInfo,
    ProvisioningResultRequest,
    ProvisioningResultResponse,
    UpdateAclRequest,
)
from .yaml_text import parse

router = APIRouter()
lifespan = None  # Nothing to prepare before the first request.


@router.post("/v1/insert-provisioning-results", response_model_exclude_none=True)
def insert_provisioning_results(body: ProvisioningResultRequest) -> ProvisioningResultResponse:
    entry = handlers.show(read_product(body))
    info = MarketplaceResultInfo(private_info=MarketplacePrivateInfo(marketplace_info=entry))
    return ProvisioningResultResponse(status="COMPLETED", info=info)


@router.post("/v1/delete")
def delete(body: ProvisioningResultRequest) -> str:
    return handlers.remove(read_product(body))


@router.patch("/v1/update-acl", status_code=204)
def update_acl(body: UpdateAclRequest) -> None:
    handlers.set_access(body.output_port_id, body.refs, body.request_id)


def read_product(body: ProvisioningResultRequest) -> Product:
    document = parse(body.descriptor)
    inside = document.get("dataProduct")
    fields = inside if isinstance(inside, dict) else document
    needed = ("id", "name", "environment")
    problems = [f"the data product has no {name}" for name in needed if not is_text(fields.get(name))]
    if problems:
        raise Refused(*problems)
    return Product(fields["id"], fields["name"], fields["environment"], fields)


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""
