/** A provider on loopback that answers each request with 400 chunks, one after the other. */
import { createServer } from 'node:http';

const event = { type: 'content_block_delta', text: 'x'.repeat(60) };
const chunk = `event: content_block_delta\ndata: ${JSON.stringify(event)}\n\n`;
const chunks = 400;

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let sent = 0;
    const next = () => {
      if (sent === chunks) return void response.end();
      sent += 1;
      const goOn = () => void setImmediate(next);
      if (response.write(chunk)) goOn();
      else response.once('drain', goOn);
    };
    next();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
});
