import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { Promo } from '#contract/billing/promo-codes.ts'
import { formatMoney } from '#contract/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { emptyPromo, readDraft } from '#web/billing/promo-draft.ts'
import { PromoFields } from '#web/billing/promo-fields.tsx'
import { formatDayOf, formatPromoLimits, formatPromoWorth, promoMessages } from '#web/billing/promo-messages.ts'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { useOwn } from './own.tsx'

export const clientLoader = requireSession(async () => ({ ...(await browserApi().providerPromos.list({})) }))

function useWords() {
  const { profile } = useOwn()
  return { country: profile.countryCode, t: createTranslator(promoMessages, profile.countryCode) }
}

export default function PromosPage() {
  const { promos } = useLoaderData<typeof clientLoader>()
  const { t } = useWords()
  const [shown, setShown] = useState<readonly Promo[]>(promos)
  const [stopping, setStopping] = useState<Promo | null>(null)
  return (
    <DashboardFrame title={t('promos.title')} text={t('promos.text')}>
      <TitledCard title={t('promos.own')}>
        {shown.length === 0 ? (
          <Empty title={t('promos.none')}>{t('promos.none.text')}</Empty>
        ) : (
          <ul className={moneyListStyles.moneyList}>
            {shown.map((promo) => (
              <OwnPromo key={promo.id} promo={promo} onStop={() => setStopping(promo)} />
            ))}
          </ul>
        )}
      </TitledCard>
      <TitledCard title={t('promos.new')}>
        <NewPromoForm onMade={(made) => setShown((all) => [made, ...all])} />
      </TitledCard>
      <Dialog
        open={stopping !== null}
        onClose={() => setStopping(null)}
        label={t('promos.stop.title', { code: stopping?.code ?? '' })}>
        {stopping && (
          <StopPromo
            promo={stopping}
            onClose={() => setStopping(null)}
            onStopped={(now) => {
              setStopping(null)
              setShown((all) => all.map((one) => (one.id === now.id ? now : one)))
            }}
          />
        )}
      </Dialog>
    </DashboardFrame>
  )
}

function OwnPromo({ promo, onStop }: { promo: Promo; onStop: () => void }) {
  const { t, country } = useWords()
  const { state } = promo
  const cash = (amount: number) => formatMoney(amount, promo.currency, { decimals: 'always' })
  const limits = formatPromoLimits(promo, country)
  return (
    <li>
      <div className="stack gap-4 can-shrink">
        <span className="row gap-8 wrapping">
          <b className="bold">{promo.code}</b>
          <Badge look={state === 'live' ? 'jadeSoft' : 'disabled'}>{t(`promos.state.${state}`)}</Badge>
        </span>
        <span>
          {formatPromoWorth(promo, country)}
          {limits && `, ${limits}`}
        </span>
        <span className="small muted">
          {t('promos.used', { n: promo.used })}
          {promo.kept > 0 && `, ${t('promos.kept', { n: promo.kept })}`}
          {promo.used > 0 && `: ${t('promos.cost', { off: cash(promo.off), cost: cash(promo.cost) })}`}
        </span>
      </div>
      {(state === 'live' || state === 'later') && (
        <Button kind="secondary" size="small" aria-label={t('promos.stop.one', { code: promo.code })} onClick={onStop}>
          {t('promos.stop')}
        </Button>
      )}
    </li>
  )
}

function NewPromoForm({ onMade }: { onMade: (made: Promo) => void }) {
  const { t, country } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form, refusals: { promo_taken: ({ message }) => ({ code: message }) } })
  const [draft, setDraft] = useState(emptyPromo)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { wanted, wrong } = readDraft(draft, country, Date.now())
    const done = await act.run((key) => browserApi().providerPromos.create(wanted, { key }), { errors: wrong })
    if (!done) return
    const { promo } = done.answer
    setDraft(emptyPromo)
    onMade(promo)
    showToast(
      'success',
      promo.state === 'later'
        ? t('promos.made.later', { code: promo.code, date: formatDayOf(promo.startsAt, country) })
        : t('promos.made', { code: promo.code }),
    )
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <PromoFields
        draft={draft}
        country={country}
        errors={act.errors}
        firstOnly={t('promos.first.own')}
        onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
      />
      <div>
        <Button type="submit" loading={act.pending}>
          {t('promos.make')}
        </Button>
      </div>
    </form>
  )
}

interface StopPromoProps {
  promo: Promo
  onClose: () => void
  onStopped: (now: Promo) => void
}

function StopPromo({ promo: { id: promoId, code }, onClose, onStopped }: StopPromoProps) {
  const { t } = useWords()
  const act = useForm()
  const stop = async () => {
    const done = await act.run((key) => browserApi().providerPromos.stop({ promoId }, { key }))
    if (!done) return
    showToast('success', t('promos.stopped', { code }))
    onStopped(done.answer.promo)
  }
  return (
    <div className="stack">
      <h2 className="heading-3">{t('promos.stop.title', { code })}</h2>
      <p className="muted">{t('promos.stop.text')}</p>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <div className={dialogStyles.modalFoot}>
        <Button kind="secondary" onClick={onClose}>
          {t('promos.stop.back')}
        </Button>
        <Button kind="danger" loading={act.pending} onClick={stop}>
          {t('promos.stop')}
        </Button>
      </div>
    </div>
  )
}

export { DashboardError as ErrorBoundary }
