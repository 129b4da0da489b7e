import { integer, text } from './fields.ts'
import { copied } from './mapping.ts'

export const langlinks = copied('langlinks', 'language_link', {
  from_id: integer('ll_from'),
  lang: text('ll_lang'),
  title: text('ll_title'),
})
