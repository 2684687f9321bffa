/** What a connection's socket is asked for here. */
export interface TurnSocket {
  pause(): unknown;
  resume(): unknown;
  [TURNS]?: Turns;
}

/** The requests of one connection, which may come before those ahead of them are answered. */
interface Turns {
  last: Promise<void> | null;
  waiting: number;
  over: boolean;
}

const TURNS = Symbol("turns");
/** With so many waiting nothing more is read: a caller must not fill the memory while one answer takes its time. */
const MAX_WAITING = 8;

/** Answers the requests of one connection one after the other (spec/http.md#server, HTTP-27). */
export function takeTurn(socket: TurnSocket, answer: () => Promise<void>): void {
  const turns = turnsOf(socket);
  const mine = turns.last === null ? serve(turns, answer) : serveLater(socket, turns, turns.last, answer);
  const done = () => {
    if (turns.last === mine) turns.last = null;
  };
  turns.last = mine;
  mine.then(done, done);
}

/** The connection ends with an answer that was given: what follows would never be answered, and so is not decided. */
export function endTurns(socket: TurnSocket): void {
  turnsOf(socket).over = true;
}

function turnsOf(socket: TurnSocket): Turns {
  socket[TURNS] ??= { last: null, waiting: 0, over: false };
  return socket[TURNS];
}

async function serve(turns: Turns, answer: () => Promise<void>): Promise<void> {
  if (!turns.over) await answer();
}

function serveLater(socket: TurnSocket, turns: Turns, ahead: Promise<void>, answer: () => Promise<void>): Promise<void> {
  turns.waiting += 1;
  if (turns.waiting === MAX_WAITING) socket.pause();
  const next = () => {
    if (turns.waiting === MAX_WAITING) socket.resume();
    turns.waiting -= 1;
    return serve(turns, answer);
  };
  return ahead.then(next, next);
}
