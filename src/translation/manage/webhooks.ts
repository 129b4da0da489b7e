import type { Section } from './section.ts'
import { apiPath } from './visit.ts'
import { takeWebhookForm, webhooksView } from './webhooks-view.ts'

/** Webhooks of a project. */
export const webhooks: Section = {
  name: 'webhooks',
  title: 'webhook.title',
  lead: 'webhook.project_lead',
  where: 'project',
  opens: () => ['project.edit'],
  show: async (visit, place, tried) => ({ content: await webhooksView(visit, apiPath(place, 'webhooks'), tried) }),
  take: (visit, place, form, sent) => takeWebhookForm(visit, apiPath(place, 'webhooks'), form, sent),
}
