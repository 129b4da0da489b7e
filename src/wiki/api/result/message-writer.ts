import type { MessageParam } from '../../messages/message.ts'
import { renderMessage, type Wording } from '../../messages/render.ts'
import { list } from './shape.ts'

interface WrittenMessage<P> {
  readonly key: string
  readonly params: readonly P[]
}

/** Writes a message as requested by `messageformat`; undefined omits it. The key `$1` stands for its parameter. */
type MessageWriter = <P>(message: WrittenMessage<P>) => string | { key: string; params: P[] } | undefined

export function messageWriter(format: 'html' | 'none' | 'raw' | 'wikitext', words: Wording): MessageWriter {
  if (format === 'none') return () => undefined
  return ({ key, params }) => {
    if (format === 'raw') return { key, params: list('param', [...params]) }
    if (key === '$1') return typeof params[0] === 'string' ? params[0] : ''
    const messageParams = params.filter(param => param !== null) as MessageParam[]
    return renderMessage({ key, params: messageParams }, words, format)
  }
}
