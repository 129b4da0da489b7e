import { takeWebhookForm, webhooksView } from '#translation/manage/webhooks-view.ts'
import { type AdminSection, manages } from './section.ts'

const PATH = '/webhooks/'

/** Webhooks of the whole site. */
export const webhooks: AdminSection = {
  name: 'webhooks',
  title: 'webhook.title',
  lead: 'webhook.site_lead',
  opens: manages,
  show: async (visit, tried) => ({ content: await webhooksView(visit, PATH, tried) }),
  take: (visit, form, sent) => takeWebhookForm(visit, PATH, form, sent),
}
