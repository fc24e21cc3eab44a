/** Looks into a folder that an agent writes to, again and again, until it is told to stop. One look at a time. */

export interface Follower {
  /** One last look, then no more. What is half-written is taken as it is. */
  stop(): Promise<void>;
}

const pauseMs = 200;

export function follow(look: (isLast: boolean) => Promise<void>, report: (problem: unknown) => void): Follower {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const next = (): void => {
    timer = setTimeout(() => {
      looking = look(false).catch(report);
      void looking.then(() => {
        if (!isStopped) next();
      });
    }, pauseMs);
  };
  next();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await look(true).catch(report);
    },
  };
}
