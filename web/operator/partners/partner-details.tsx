import type { Partner } from '#contract/accounts/partners.ts'
import { reader } from '#contract/words.ts'
import { programWords } from '#web/dashboard/programs/program-words.ts'
import consoleStyles from '#web/operator/console.module.css'
import { moment } from '#web/operator/when.ts'
import { classes } from '#web/ui/class-names.ts'
import { partnerWords } from './partner-words.ts'

const t = reader(partnerWords)
const p = reader(programWords)

/** What is known of a partner, with what its links end in. */
export function PartnerDetails({ partner }: { partner: Partner }) {
  return (
    <dl className={classes('card pad-24', consoleStyles.details)}>
      <dt>{t('op.partner.contact')}</dt>
      <dd className="break-anywhere">{partner.email}</dd>
      <dt>{t('op.partner.link')}</dt>
      <dd>
        <code>{t('op.partner.link.end', { slug: partner.slug })}</code>
        <div className="small muted">{t('op.partner.link.hint')}</div>
      </dd>
      <dt>{t('op.partner.field.scopes')}</dt>
      <dd>{partner.scopes.map((scope) => p(`scope.${scope}`)).join(', ')}</dd>
      {partner.note && (
        <>
          <dt>{t('op.partner.field.note')}</dt>
          <dd>{partner.note}</dd>
        </>
      )}
      <dt>{t('op.partner.since')}</dt>
      <dd>
        {moment(partner.createdAt)}
        {partner.endedAt && <div>{t('op.partner.endedAt', { date: moment(partner.endedAt) })}</div>}
      </dd>
    </dl>
  )
}
