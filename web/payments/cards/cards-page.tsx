import { useState } from 'react'
import { type MetaFunction, useLoaderData } from 'react-router'
import { formatDate } from '#contract/format.ts'
import type { SavedCard } from '#contract/payments/cards.ts'
import type { CountryCode } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { CustomerTop, loadCustomerTop } from '#web/accounts/dashboard/customer-top.tsx'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { TestPaymentsMark } from '#web/payments/test-payments-mark.tsx'
import { ActKeys, useForm } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import moneyListStyles from '#web/ui/money-list.module.css'
import { BackLink } from '#web/ui/titled-page.tsx'
import { cardMessages, formatCardName, SaveCard } from './save-card.tsx'

const t = createTranslator(cardMessages)
const countries = ['GB', 'AU', 'US', 'CA'] as const satisfies readonly CountryCode[]

export const meta: MetaFunction = () =>
  createHead({ title: `${t('card.title')} · Primp`, publicUrl: '', noindex: true })

export const clientLoader = requireSession(async ({ request }) => {
  const begun = new URL(request.url).searchParams.get('begun')
  // Back from a bank's page: requests the result; failure is ignored.
  if (begun)
    await browserApi()
      .cards.saved({ cardId: begun }, { key: new ActKeys() })
      .catch(() => {})
  const [top, { cards }] = await Promise.all([loadCustomerTop(), browserApi().cards.mine({})])
  return { top, cards }
})

export const HydrateFallback = Undetermined

export default function CardsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [cards, setCards] = useState(loaded.cards)
  const [saving, setSaving] = useState<CountryCode | null>(null)
  const open = countries.filter((country) => !cards.some(({ countryCode }) => countryCode === country))
  const saved = (card: SavedCard) => {
    setCards((now) => [card, ...now.filter(({ countryCode }) => countryCode !== card.countryCode)])
    setSaving(null)
    showToast('success', t('card.saved'))
  }
  const form = saving && <SaveCard key={saving} country={saving} onSaved={saved} onClose={() => setSaving(null)} />
  const adding = saving !== null && open.includes(saving)
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      <CustomerTop {...loaded.top} />
      <section aria-labelledby="cards" className="stack">
        <BackLink to="/customer-dashboard/payments" label={t('card.back')} />
        <div className="row space-between wrapping">
          <h2 className="heading-2" id="cards">
            {t('card.title')}
          </h2>
          <TestPaymentsMark test={cards.some(({ test }) => test)} />
        </div>
        <p>{t('card.text')}</p>
        {cards.length === 0 && !saving && (
          <Empty
            drawing="purse"
            title={t('card.empty')}
            action={<Button onClick={() => setSaving(open[0] ?? null)}>{t('card.add')}</Button>}>
            {t('card.empty.text')}
          </Empty>
        )}
        {cards.length > 0 && (
          <div className="card pad-24">
            <ul className={moneyListStyles.moneyList}>
              {cards.map((card) => (
                <Saved
                  key={card.id}
                  card={card}
                  onReplace={() => setSaving(card.countryCode)}
                  onRemoved={() => setCards((now) => now.filter(({ id }) => id !== card.id))}>
                  {saving === card.countryCode && form}
                </Saved>
              ))}
            </ul>
          </div>
        )}
        {adding ? (
          <div className="card pad-24 stack">
            <SelectField
              label={t('card.add.for')}
              value={saving}
              onChange={(event) => setSaving(event.target.value as CountryCode)}>
              {open.map((country) => (
                <option key={country} value={country}>
                  {t(`card.country.${country}`)}
                </option>
              ))}
            </SelectField>
            {form}
          </div>
        ) : (
          cards.length > 0 &&
          open[0] && (
            <div className="row">
              <Button kind="secondary" onClick={() => setSaving(open[0] ?? null)}>
                {t('card.add')}
              </Button>
            </div>
          )
        )}
      </section>
    </main>
  )
}

function Saved({
  card,
  onReplace,
  onRemoved,
  children,
}: {
  card: SavedCard
  onReplace: () => void
  onRemoved: () => void
  children: React.ReactNode
}) {
  const [asked, setAsked] = useState(false)
  const act = useForm({ toasts: true })
  const name = formatCardName(card)
  const remove = async () => {
    const done = await act.run((key) => browserApi().cards.remove({ cardId: card.id }, { key }))
    if (!done) return
    showToast('success', t('card.removed'))
    onRemoved()
  }
  return (
    <li>
      <div className="stack gap-8 can-shrink">
        <b className="bold">{name}</b>
        <span className="small muted">
          {t('card.expires', { country: t(`card.country.${card.countryCode}`), expires: card.expires })}
        </span>
        <span className="small muted">
          {t('card.agreed', {
            date: formatDate(card.consentAt.slice(0, 10), card.countryCode),
            words: card.consentWords,
          })}
        </span>
        {children || (
          <div className="row wrapping gap-8">
            <Button kind="quiet" size="small" onClick={onReplace}>
              {t('card.replace')}
              <span className="visually-hidden"> {name}</span>
            </Button>
            <Button kind="quiet" size="small" onClick={() => setAsked(true)}>
              {t('card.remove')}
              <span className="visually-hidden"> {name}</span>
            </Button>
          </div>
        )}
      </div>
      <Dialog open={asked} onClose={() => setAsked(false)} label={t('card.remove.title', { card: name })}>
        <div className="stack pad-24">
          <h2 className="heading-3">{t('card.remove.title', { card: name })}</h2>
          <p>{t('card.remove.text')}</p>
          <div className="row wrapping">
            <Button loading={act.pending} onClick={remove}>
              {t('card.remove')}
            </Button>
            <Button kind="secondary" onClick={() => setAsked(false)}>
              {t('card.remove.keep')}
            </Button>
          </div>
        </div>
      </Dialog>
    </li>
  )
}
