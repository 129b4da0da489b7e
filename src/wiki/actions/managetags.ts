import { isLostRace } from '#store/store-error.ts'
import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import { boolean, oneOf, string } from '../api/params/kinds.ts'
import { callerBlock } from '../content/caller-block.ts'
import { manageTag } from '../editing/manage-tag.ts'
import { fail } from '../messages/message.ts'
import { checkTags } from './own-tags.ts'

export const managetags = actionModule({
  name: 'managetags',
  prefix: '',
  classname: 'ApiManageTags',
  summary: 'Create, delete, activate and deactivate change tags.',
  helpUrls: [helpPage('Tag_management')],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      operation: {
        words: 'Operation to perform.',
        values: {
          create: 'Create a tag that users may apply to changes.',
          delete: 'Delete a tag and remove it from every change.',
          activate: 'Allow users to apply a tag that is already in use.',
          deactivate: 'Stop users from applying a tag. Changes keep it.',
        },
      },
      tag: { words: 'Name of the tag.' },
      reason: { words: 'Reason for the log.' },
      ignorewarnings: { words: 'Ignore warnings.' },
      tags: { words: 'Change tags to apply to the log entry.' },
    },
  },
  result: { managetags: { operation: 'string', tag: 'string', success: 'boolean', logid: 'integer' } },
  params: {
    operation: oneOf(['activate', 'create', 'deactivate', 'delete'], { required: true }),
    tag: string({ required: true }),
    reason: string({ default: '' }),
    ignorewarnings: boolean(),
    tags: string({ multi: true, listsTags: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, { operation, tag, reason, tags = [] }) {
    const { caller, wiki, now } = run
    if (operation === 'delete' && !caller.can('deletechangetags')) fail('tags-delete-no-permission')
    if (operation !== 'delete' && !caller.can('managechangetags')) fail('tags-manage-no-permission')
    await checkTags(run, tags)
    if ((await callerBlock(run.db, caller, now))?.sitewide) fail('tags-manage-blocked', [caller.name])
    try {
      const logid = await wiki.store.transaction(tx =>
        manageTag(tx, wiki, { caller, now, operation, tag, reason, tags }),
      )
      return { managetags: { operation, tag, success: true, logid } }
    } catch (error) {
      if (isLostRace(error)) fail('edit-conflict')
      throw error
    }
  },
})
