import { type MailSite, mailSiteOf } from '#events/mail/layout.ts'
import type { Services } from './services.ts'

/** The site as emails show it. Jobs that write many emails freshen the face once. */
export const mailSite = ({ config, face }: Pick<Services, 'config' | 'face'>): MailSite =>
  mailSiteOf(face.current, config.siteUrl)
