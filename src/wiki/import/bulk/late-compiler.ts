import { setFlagsFromString } from 'node:v8'

/** Seconds after which an import is a long one. */
const LONG = 5
/** V8's own choice. */
const USUAL_CALLS = 3000

let allowed = false

/**
 * To be called now and then in a long import. The command holds V8's last compiler back, which in a short import costs more
 * than it gains; in a long one all that is called often should be compiled as well as possible.
 */
export function compileWellWhenLong(): void {
  if (allowed || process.uptime() < LONG) return
  allowed = true
  setFlagsFromString(`--invocation-count-for-turbofan=${USUAL_CALLS}`)
}
