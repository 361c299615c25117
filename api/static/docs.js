"use strict";

window.addEventListener("load", () => {
  window.SwaggerUIBundle({
    url: "openapi.yaml",
    dom_id: "#documentation",
    deepLinking: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
  });
});
