import { stashPage } from '../../files/stash.ts'
import type { Special } from '../page.ts'

/** `Special:UploadStash`: what the reader has uploaded and not published yet. Its files themselves are sent by the routes. */
export const uploadStash: Special = {
  name: 'UploadStash',
  group: 'media',
  title: 'uploadstash',
  async show(visit) {
    return { title: visit.words.text('uploadstash'), content: await stashPage(visit.wiki, visit.caller) }
  },
}
