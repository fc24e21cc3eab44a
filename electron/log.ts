import log from 'electron-log/main';

log.transports.console.level = 'warn';
log.transports.file.level = 'info';

export { log };
