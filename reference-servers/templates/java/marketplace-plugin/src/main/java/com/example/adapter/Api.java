package com.example.adapter;

import com.example.adapter.Contract.MarketplacePrivateInfo;
import com.example.adapter.Contract.MarketplaceResultInfo;
import com.example.adapter.Contract.ProvisioningResultRequest;
import com.example.adapter.Contract.ProvisioningResultResponse;
import com.example.adapter.Contract.UpdateAclRequest;
import jakarta.validation.Valid;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The operations of the contract. They call the methods of {@code Handlers}. */
@RestController
@RequestMapping("${prefix}")
class Api {

    private final Handlers handlers;

    Api(Handlers handlers) {
        this.handlers = handlers;
    }

    @PostMapping("/v1/insert-provisioning-results")
    ProvisioningResultResponse insertProvisioningResults(@Valid @RequestBody ProvisioningResultRequest body) {
        MarketplacePrivateInfo entry = new MarketplacePrivateInfo(handlers.show(Product.read(body)));
        return new ProvisioningResultResponse("COMPLETED", new MarketplaceResultInfo(entry));
    }

    @PostMapping("/v1/delete")
    JsonText delete(@Valid @RequestBody ProvisioningResultRequest body) {
        return new JsonText(handlers.remove(Product.read(body)));
    }

    @PatchMapping("/v1/update-acl")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void updateAcl(@Valid @RequestBody UpdateAclRequest body) {
        handlers.setAccess(body.outputPortId(), body.refs(), body.requestId());
    }
}
