import { app, session } from 'electron';
import { isOwnUrl, isPageUrl } from './page';

/**
 * Must run before the app is ready. Sandboxes every renderer, except as root (e.g. in a container), where it cannot
 * work.
 */
export function sandboxEverything(): void {
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
}

/**
 * Must run before the app is ready. Chromium resolves no address, so traffic that bypasses the request handlers reaches
 * nothing.
 */
export function stayOffline(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.commandLine.appendSwitch('force-webrtc-ip-handling-policy', 'disable_non_proxied_udp');
  app.commandLine.appendSwitch('disable-background-networking');
}

/** Refuses other pages, second pages, network requests, devices and downloads. */
export function denyEverythingElse(): void {
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isOwnUrl(url) }));
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
  session.defaultSession.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-navigate', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (event) => {
      if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}
