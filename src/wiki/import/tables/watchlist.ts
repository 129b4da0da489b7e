import { integer, text, time } from './fields.ts'
import { copied } from './mapping.ts'

export const watchlist = copied('watchlist', 'watch', {
  id: integer('wl_id'),
  account_id: integer('wl_user'),
  ns: integer('wl_namespace'),
  title: text('wl_title'),
  notified_at: time('wl_notificationtimestamp'),
})
