// What stands in place of a template that is not included.

import type { WikitextHost } from '../host.ts'
import { limits } from './limits.ts'

function warning(host: WikitextHost, key: string, parameter: string): string {
  const text = host.message(key) ?? `$1`
  return `<span class="error">${text.replaceAll('$1', () => parameter)}</span>`
}

/** `shown` is the title of a page that would include itself. */
export const loopWarning = (host: WikitextHost, shown: string): string =>
  warning(host, 'parser-template-loop-warning', shown)

export const depthWarning = (host: WikitextHost): string =>
  warning(host, 'parser-template-recursion-depth-warning', String(limits.templateDepth))
