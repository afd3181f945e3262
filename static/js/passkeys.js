// Passkeys and security keys. Three kinds of form: add a key, log in with one, use one as a step.
(() => {
  "use strict";

  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };
  const text = (buffer) => {
    if (!buffer) return null;
    const plain = String.fromCharCode(...new Uint8Array(buffer));
    return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const keys = (list) => (list || []).map((key) => ({ ...key, id: bytes(key.id) }));

  const answer = (credential, response) => ({
    type: credential.type,
    id: credential.id,
    rawId: text(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment || null,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });

  const create = async ({ publicKey }, alone) => {
    const selection = { ...publicKey.authenticatorSelection };
    selection.residentKey = alone ? "required" : "discouraged";
    selection.requireResidentKey = alone;
    if (alone) selection.userVerification = "required";
    const made = await navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        user: { ...publicKey.user, id: bytes(publicKey.user.id) },
        excludeCredentials: keys(publicKey.excludeCredentials),
        authenticatorSelection: selection,
      },
    });
    return answer(made, {
      clientDataJSON: text(made.response.clientDataJSON),
      attestationObject: text(made.response.attestationObject),
      transports: made.response.getTransports ? made.response.getTransports() : [],
    });
  };

  const get = async ({ publicKey }) => {
    const found = await navigator.credentials.get({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        allowCredentials: keys(publicKey.allowCredentials),
      },
    });
    return answer(found, {
      clientDataJSON: text(found.response.clientDataJSON),
      authenticatorData: text(found.response.authenticatorData),
      signature: text(found.response.signature),
      userHandle: text(found.response.userHandle),
    });
  };

  const written = (form) => JSON.parse(document.getElementById(form.dataset.options).textContent);
  const asked = async (form) => {
    const response = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  };
  const ceremonies = {
    add: (form) => {
      const alone = form.elements.passwordless;
      return create(written(form).creation_options, Boolean(alone && alone.checked));
    },
    use: (form) => get(written(form).request_options),
    login: async (form) => get((await asked(form)).request_options),
  };

  const supported = Boolean(window.PublicKeyCredential && navigator.credentials);
  document.querySelectorAll("form[data-passkey]").forEach((form) => {
    const say = form.querySelector("[data-passkey-text]");
    const button = form.querySelector("button");
    if (!supported) {
      if (form.dataset.none) {
        say.textContent = form.dataset.none;
        button.disabled = true;
      }
      return;
    }
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      say.textContent = "";
      button.setAttribute("aria-busy", "true");
      try {
        const credential = await ceremonies[form.dataset.passkey](form);
        form.elements.credential.value = JSON.stringify(credential);
        form.submit();
      } catch {
        say.textContent = form.dataset.failed;
        button.removeAttribute("aria-busy");
      }
    });
  });
})();
