import { useEffect, useRef, useState } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  useLoaderData,
  useParams,
  useRevalidator,
} from 'react-router'
import { isEmail } from '#contract/accounts/parse-email.ts'
import type { Share } from '#contract/checkout/shared-bills.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { formatAmount, formatEventDay, formatEventMoment, getFirstName } from '#web/appointments/booking-phrases.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { ActKeys } from '#web/platform/use-form.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { getPublicUrl } from '#web/shell/site.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { PriceLines } from '#web/ui/price-lines.tsx'
import { revealElement } from '#web/ui/reveal.ts'
import splitHeadStyles from './split-head.module.css'
import { SplitHead } from './split-head.tsx'
import { useBackInView } from './use-hold.ts'
import { splitMessages } from './split-messages.ts'

const t = createTranslator(splitMessages)

export const meta: MetaFunction = ({ matches }) =>
  createHead({ title: `${t('share.meta')} · Primp`, publicUrl: getPublicUrl(matches), noindex: true })

export async function loader({ params, context }: LoaderFunctionArgs) {
  try {
    const { share } = await serverApi(context).bookings.readShare({ key: params['key'] as string })
    return { share, countryCode: share.countryCode }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(null, { status: 404 })
    throw error
  }
}

/** A person's share by link: own lines and card; no account, no others' lines. */
export default function SharePage() {
  const { share } = useLoaderData<typeof loader>()
  const { key = '' } = useParams()
  const { revalidate } = useRevalidator()
  const [gone, setGone] = useState(false)
  useFreshShare(share, revalidate)
  const cash = (amount: number) => formatAmount(amount, share)
  const firstName = getFirstName(share.provider)
  const said = { booker: share.booker, provider: share.provider, event: share.event, date: formatEventDay(share) }
  return (
    <main id="main" tabIndex={-1}>
      <SplitHead
        title={titleOf(share, cash(share.due))}
        text={t(share.state === 'open' ? 'share.text' : 'share.text.done', said)}
        picture={share.profileImg}
        paid={Array.from({ length: share.people }, (_, i) => i < share.paid)}
      />
      <div className={joinClasses('page-width stack gap-24 above-phone-foot', splitHeadStyles.splitBody)}>
        {gone && <Note kind="warning">{t('share.gone')}</Note>}
        <StateNote share={share} />
        <section className="card pad-24 stack" aria-labelledby="lines">
          <h2 className="heading-3" id="lines">
            {t('share.lines')}
          </h2>
          <PriceLines
            lines={share.lines.map(({ label, amount, of }) => ({
              label,
              amount,
              ...(of > 1 ? { detail: t('share.of', { n: of }) } : {}),
            }))}
            currency={share.currency}
            total={{ label: t('share.total'), amount: share.total }}
            deposit={{
              label: t('share.now'),
              amount: share.due,
              balanceLabel: t('share.later', { firstName }),
              balance: share.later,
            }}
          />
        </section>
        {share.state === 'open' && (
          <PayShare
            share={share}
            shareKey={key}
            onDone={() => {
              setGone(false)
              revalidate()
            }}
            onVoided={() => {
              setGone(true)
              revalidate()
            }}
          />
        )}
      </div>
    </main>
  )
}

const FRESH_MS = 5_000

/** Reads the share again while others may pay or end the bill, as long as the page is in view. */
function useFreshShare({ state, booked }: Share, read: () => void): void {
  const waits = state === 'open' || (state === 'reserved' && !booked)
  const latest = useRef(read)
  latest.current = read
  useBackInView(() => waits && latest.current())
  useEffect(() => {
    if (!waits) return
    const asking = setInterval(() => document.visibilityState === 'visible' && latest.current(), FRESH_MS)
    return () => clearInterval(asking)
  }, [waits])
}

function titleOf(share: Share, due: string): string {
  if (share.state === 'open') return t(share.name ? 'share.hello' : 'share.hello.nobody', { name: share.name, due })
  return t(`share.hello.${share.state}`, { booker: share.booker })
}

function StateNote({ share }: { share: Share }) {
  if (share.state === 'open') return null
  if (share.state === 'returned')
    return (
      <Note kind="info">
        {share.refunded > 0
          ? t('share.returned.text', { refund: formatAmount(share.refunded, share) })
          : t('share.returned.none')}
      </Note>
    )
  return <Note kind="success">{t(`share.${share.state}.text`)}</Note>
}

interface PayShareProps {
  share: Share
  shareKey: string
  onDone: () => void
  onVoided: () => void
}

function PayShare({ share, shareKey, onDone, onVoided }: PayShareProps) {
  const [keys] = useState(() => new ActKeys())
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const policy = createTranslator(bookMessages, share.countryCode)(`policy.${share.policy}`)
  // The card form renders in the browser only, because the server's page is cached for everyone.
  const [here, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const open = async (): Promise<PaymentView | null> => {
    if (!isEmail(typed)) {
      setError(t('share.email.error'))
      revealElement(document.querySelector<HTMLElement>('[name="share-email"]'))
      return null
    }
    setError(null)
    const { payment } = await browserApi().bookings.payShare({ key: shareKey, email: typed.trim() }, { key: keys })
    keys.done()
    return payment
  }
  return (
    <section className="card pad-24 stack" aria-labelledby="pay">
      <h2 className="heading-3" id="pay">
        {t('share.pay.title')}
      </h2>
      <TextField
        label={t('share.email')}
        name="share-email"
        type="email"
        autoComplete="email"
        hint={t('share.email.hint')}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
        required
      />
      {here && (
        <PayForm
          country={share.countryCode}
          amount={share.due}
          currency={share.currency}
          email={typed}
          label={t('share.pay', { due: formatAmount(share.due, share) })}
          open={open}
          onDone={onDone}
          onVoided={onVoided}>
          {share.until && (
            <p className="small muted">{t('share.until', { until: formatEventMoment(share.until, share) })}</p>
          )}
          <p className="small muted">
            {createTranslator(splitMessages, share.countryCode)('share.policy', { policy })}
          </p>
        </PayForm>
      )}
    </section>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
