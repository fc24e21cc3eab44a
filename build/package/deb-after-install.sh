#!/bin/sh
set -e
ln -sf '/opt/${sanitizedProductName}/${executable}' '/usr/bin/${executable}'
ln -sf '/opt/${sanitizedProductName}/resources/bin/strata' /usr/bin/strata
# Where unprivileged user namespaces are not allowed, Chromium's sandbox needs its helper to be root's.
if ! { [ -L /proc/self/ns/user ] && unshare --user true; }; then
  chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox' || true
else
  chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox' || true
fi
if command -v update-desktop-database > /dev/null; then update-desktop-database /usr/share/applications || true; fi
