// client.js: the worker as the page sees it. What never ends is ended with the worker, and a new one
// takes its place.

export class Client {
  constructor(source, start) {
    this.url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
    this.start = start; // what each new worker is told first
    this.waiting = new Map();
    this.next = 1;
    this.spawn();
  }

  spawn() {
    this.worker = new Worker(this.url);
    this.worker.onmessage = ({ data }) => this.heard(data);
    this.worker.onerror = (event) => this.fail(event.message || 'the worker failed');
    this.ready = Promise.all(this.start.map((message) => this.send(message)));
  }

  heard({ id, result, error, progress }) {
    const call = this.waiting.get(id);
    if (!call) return;
    if (progress !== undefined) {
      call.progress?.(progress);
      return;
    }
    this.waiting.delete(id);
    if (error === undefined) call.done(result);
    else call.failed(new Error(error));
  }

  fail(message) {
    for (const call of this.waiting.values()) call.failed(new Error(message));
    this.waiting.clear();
  }

  send(message, progress) {
    return new Promise((done, failed) => {
      const id = this.next++;
      this.waiting.set(id, { done, failed, progress });
      this.worker.postMessage({ ...message, id });
    });
  }

  async ask(action, message = {}, progress = undefined) {
    await this.ready;
    return this.send({ ...message, action }, progress);
  }

  // One more thing that every new worker is told; the one that is there hears it now.
  async also(message) {
    this.start.push(message);
    await this.ready;
    return this.send(message);
  }

  stop() {
    this.worker.terminate();
    this.fail('stopped');
    this.spawn();
  }
}
