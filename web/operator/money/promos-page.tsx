import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { Promo } from '#contract/billing/promo-codes.ts'
import { markets, formatMoney } from '#contract/format.ts'
import { countries, type Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { emptyPromo, readDraft } from '#web/billing/promo-draft.ts'
import { PromoFields } from '#web/billing/promo-fields.tsx'
import { formatPromoLimits, formatPromoWorth, promoMessages } from '#web/billing/promo-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { ListTable, buildTableQuery, TableSearch } from '#web/operator/table.tsx'
import { ReasonField, useConfirmation, validateReason } from '#web/operator/use-confirmation.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import tableStyles from '#web/ui/table.module.css'
import { TitledCard } from '#web/ui/titled-page.tsx'

const operatorPromoWords = defineMessages({
  'operator.promo.search': 'Code or artist',
  'operator.promo.empty': 'No promo codes yet',
  'operator.promo.cost': 'Fees given up for our own codes, at booking: {amounts}',
  'operator.promo.cost.none': 'Our own codes have not reduced our fees yet.',
  'operator.promo.code': 'Code',
  'operator.promo.worth': 'Discount',
  'operator.promo.uses': 'Used',
  'operator.promo.off': 'Cost',
  'operator.promo.state': 'Status',
  'operator.promo.act': 'Action',
  'operator.promo.platform': 'From Primp, in {country}',
  'operator.promo.provider': 'From {artist}, in {country}',
  'operator.promo.used': '{n, plural, one {1 booking} other {{n} bookings}}',
  'operator.promo.cost.platform': 'paid by us',
  'operator.promo.cost.provider': '{cost} paid by the artist, the rest by us',
  'operator.promo.make': 'Create promo code',
  'operator.promo.new': 'New promo code from Primp',
  'operator.promo.new.text': 'The discount comes out of our fee and is never more than the fee. Artists earn the same.',
  'operator.promo.country': 'Country',
  'operator.promo.first': 'Only for a first booking',
  'operator.promo.close': 'Cancel',
})

const t = createTranslator(operatorPromoWords)
const p = createTranslator(promoMessages)
const o = createTranslator(operatorMessages)
type Query = { text?: string }
const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

async function load(query: Query, cursor?: string) {
  const { promos: rows, ...page } = await browserApi().operatorPromos.list({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function PromosPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const [confirm, dialog] = useConfirmation()
  const [making, setMaking] = useState(false)
  const amounts = first.cost.map(({ amount, currency }) => cash(amount, currency)).join(', ')
  const stop = ({ id: promoId, code }: Promo) =>
    confirm({
      title: p('promos.stop.title', { code }),
      text: p('promos.stop.text'),
      act: p('promos.stop'),
      danger: true,
      run: (reason, key) => browserApi().operatorPromos.stop({ promoId, reason }, { key }),
    })
  return (
    <ConsoleFrame
      title={o('operator.promos')}
      acts={
        !making && (
          <Button kind="secondary" onClick={() => setMaking(true)}>
            {t('operator.promo.make')}
          </Button>
        )
      }>
      <Note kind="info">{amounts ? t('operator.promo.cost', { amounts }) : t('operator.promo.cost.none')}</Note>
      {making && (
        <TitledCard title={t('operator.promo.new')}>
          <NewPromoForm onClose={() => setMaking(false)} />
        </TitledCard>
      )}
      <TableSearch label={t('operator.promo.search')} />
      <ListTable
        list={list}
        name="promos"
        caption={o('operator.promos')}
        empty={t('operator.promo.empty')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.promo.code'),
          t('operator.promo.worth'),
          t('operator.promo.uses'),
          t('operator.promo.off'),
          t('operator.promo.state'),
          <span key="act" className="visually-hidden">
            {t('operator.promo.act')}
          </span>,
        ]}
        row={(promo) => <PromoRow key={promo.id} promo={promo} onStop={() => stop(promo)} />}
      />
      {dialog}
    </ConsoleFrame>
  )
}

function PromoRow({ promo, onStop }: { promo: Promo; onStop: () => void }) {
  const { state } = promo
  const country = markets[promo.countryCode].name
  return (
    <tr>
      <td>
        <b className="bold">{promo.code}</b>
        <div className="micro muted">
          {promo.artist
            ? t('operator.promo.provider', { artist: promo.artist, country })
            : t('operator.promo.platform', { country })}
        </div>
      </td>
      <td className={consoleStyles.words}>
        {formatPromoWorth(promo, promo.countryCode)}
        <div className="micro muted">{formatPromoLimits(promo, 'GB')}</div>
      </td>
      <td>
        {t('operator.promo.used', { n: promo.used })}
        {promo.kept > 0 && <div className="micro muted">{p('promos.kept', { n: promo.kept })}</div>}
      </td>
      <td className={tableStyles.amount}>
        {cash(promo.off, promo.currency)}
        {promo.off > 0 && (
          <div className="micro muted">
            {promo.artist
              ? t('operator.promo.cost.provider', { cost: cash(promo.cost, promo.currency) })
              : t('operator.promo.cost.platform')}
          </div>
        )}
      </td>
      <td>
        <Badge look={state === 'live' ? 'jadeSoft' : 'disabled'}>{p(`promos.state.${state}`)}</Badge>
      </td>
      <td className={consoleStyles.keep}>
        {(state === 'live' || state === 'later') && (
          <Button
            kind="secondary"
            size="small"
            aria-label={p('promos.stop.one', { code: promo.code })}
            onClick={onStop}>
            {p('promos.stop')}
          </Button>
        )}
      </td>
    </tr>
  )
}

function NewPromoForm({ onClose }: { onClose: () => void }) {
  const { revalidate } = useRevalidator()
  const form = useRef<HTMLFormElement>(null)
  const act = useForm({ form, refusals: { promo_taken: ({ message }) => ({ code: message }) } })
  const [countryCode, setCountry] = useState<Country>('GB')
  const [draft, setDraft] = useState(emptyPromo)
  const [reason, setReason] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { wanted, wrong: drafted } = readDraft(draft, countryCode, Date.now())
    const wrong = { ...drafted, ...validateReason(reason) }
    const sent = { ...wanted, countryCode, reason }
    const done = await act.run((key) => browserApi().operatorPromos.create(sent, { key }), { errors: wrong })
    if (!done) return
    showToast('success', o('operator.saved'))
    onClose()
    revalidate()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <p className="muted">{t('operator.promo.new.text')}</p>
      {act.formError && <Note kind="error">{act.formError}</Note>}
      <SelectField
        label={t('operator.promo.country')}
        name="countryCode"
        value={countryCode}
        onChange={({ target }) => setCountry(countries.find((one) => one === target.value) ?? 'GB')}>
        {countries.map((one) => (
          <option key={one} value={one}>
            {markets[one].name}
          </option>
        ))}
      </SelectField>
      <PromoFields
        draft={draft}
        country={countryCode}
        errors={act.errors}
        firstOnly={t('operator.promo.first')}
        onChange={(part) => setDraft((now) => ({ ...now, ...part }))}
      />
      <ReasonField value={reason} error={act.errors['reason']} onChange={setReason} />
      <div className="row gap-8">
        <Button type="submit" loading={act.pending}>
          {p('promos.make')}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          {t('operator.promo.close')}
        </Button>
      </div>
    </form>
  )
}

export const ErrorBoundary = ConsoleError
