import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const redirect = copied('redirect', 'redirect', {
  from_id: integer('rd_from'),
  ns: integer('rd_namespace'),
  title: text('rd_title'),
  interwiki: text('rd_interwiki'),
  fragment: text('rd_fragment'),
})
