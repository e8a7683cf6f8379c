// The two questions that the page asks its server.

/** Why an answer did not come: `gone` (no such launch), `unreachable`, or `refused`. */
export class ApiError extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** Every launch in short: `{source, launches: […]}`. */
export const fetchLaunches = () => ask('api/launches', 'launchpath.launches/');

/** The trace document of one launch, with its analysis. */
export const fetchLaunch = (id) =>
  ask(`api/launches/${encodeURIComponent(id)}`, 'launchpath.trace/');

async function ask(path, format) {
  let answer;
  try {
    answer = await fetch(path, { headers: { Accept: 'application/json' }, cache: 'no-store' });
  } catch {
    throw new ApiError('unreachable', 'The server does not answer');
  }
  if (answer.status === 404) throw new ApiError('gone', 'The server does not know this launch');
  if (!answer.ok) {
    const words = (await answer.text().catch(() => '')).slice(0, 400).trim();
    throw new ApiError('refused', words || `The server answers with status ${answer.status}`);
  }
  const document = await answer.json().catch(() => null);
  if (!String(document?.format).startsWith(format)) {
    throw new ApiError('refused', `The server's answer is not a ${format}1 document`);
  }
  return document;
}
