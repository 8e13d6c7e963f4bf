import type { QuotesPage } from '#contract/search/quotes.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { useEnter } from '#web/accounts/sessions/use-enter.ts'
import { openHere } from '#web/platform/api/open-here.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { detailsMessages } from '#web/search/details/details-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { useAsking } from '#web/search/asking/asking.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './one-step-left.module.css'

/** The request waits for the mail's link, or for its code typed here. */
export function OneStepLeft({ email, page }: { email: string; page: QuotesPage }) {
  const asking = useAsking()
  const t = createTranslator(detailsMessages, page.search.countryCode)
  const enter = useEnter()
  const { pending, formError: error, run } = useForm()
  const byCode = async (code: string) => {
    const done = await run(() => openHere((as) => browserApi().requests.confirmCode({ email, code }, as)))
    if (done) enter(done.answer, { path: done.answer.path })
  }
  return (
    <section className={joinClasses('card stack gap-12', styles.oneStep)} aria-labelledby="one-step">
      <h2 className="heading-3" id="one-step">
        {t('details.confirm.title')}
      </h2>
      <p>{t('details.confirm.text', { email })}</p>
      <form
        className="row gap-8 wrapping"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void byCode(String(new FormData(event.currentTarget).get('code') ?? ''))
        }}>
        <TextField
          label={t('details.confirm.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          error={error}
          required
        />
        <Button type="submit" loading={pending}>
          {t('details.confirm.act')}
        </Button>
      </form>
      <div className="row gap-16 wrapping">
        <button type="button" className="link tap-target" onClick={asking?.sendLink}>
          {t('details.confirm.resend')}
        </button>
        <button type="button" className="link tap-target" onClick={asking?.changeAddress}>
          {t('details.confirm.change')}
        </button>
      </div>
    </section>
  )
}
