/** Whether this viewer would rather see nothing move. */
export const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
