import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { LockedQuote } from '#contract/search/quotes.ts'
import { type Country, createTranslator } from '#contract/words.ts'
import { bookMessages } from '#web/bookings/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import styles from './checkout.module.css'

interface AgreeTermsProps {
  country: Country
  firstName: string
  policy: LockedQuote['policy']['kind']
  inFull: boolean
  agreed: boolean
  wrong: string | null
  onChange: (agreed: boolean) => void
}

/** What somebody agrees to before they pay, and who holds the money until the day. */
export function AgreeTerms({ country, firstName, policy, inFull, agreed, wrong, onChange }: AgreeTermsProps) {
  const t = createTranslator(bookMessages, country)
  return (
    <>
      <div className="stack gap-8">
        <Checkbox
          name="terms"
          checked={agreed}
          onChange={({ target }) => onChange(target.checked)}
          aria-invalid={wrong ? true : undefined}>
          {t('book.policy.agree', { policy: t(`policy.${policy}`) })}{' '}
          <Link to="/content/legals-customers" target="_blank" className="link">
            {t('book.policy.terms')}
          </Link>
        </Checkbox>
        {wrong && <FieldError>{wrong}</FieldError>}
      </div>
      <p className={joinClasses('small', styles.holder)}>
        <ShieldCheck className="icon" aria-hidden="true" />
        <span>{t(inFull ? 'book.pay.holds.whole' : 'book.pay.holds', { firstName })}</span>
      </p>
    </>
  )
}
