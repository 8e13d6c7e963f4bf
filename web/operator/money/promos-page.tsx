import { type FormEvent, useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { Promo } from '#contract/billing/promo-codes.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { markets, formatMoney } from '#contract/format.ts'
import type { operatorPromos } from '#contract/operator/promos.ts'
import { countries, type Country } from '#contract/words.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { Undetermined } from '#web/accounts/protected.tsx'
import { emptyPromo, readDraft } from '#web/billing/promo-draft.ts'
import { PromoFields } from '#web/billing/promo-fields.tsx'
import { formatPromoLimits, formatPromoWorth, promoMessages } from '#web/billing/promo-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
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
import { TitledCard } from '#web/ui/titled-page.tsx'

const operatorPromoWords = defineMessages({
  'operator.promo.search': 'Code or artist',
  'operator.promo.empty': 'No promo codes yet',
  'operator.promo.cost': 'Fees given up for our own codes, at booking: {amounts}',
  'operator.promo.cost.none': 'Our own codes have not reduced our fees yet.',
  'operator.promo.code': 'Code',
  'operator.promo.from': 'Issued by',
  'operator.promo.limits': 'Limits',
  'operator.promo.borne': 'Paid by',
  'operator.promo.worth': 'Discount',
  'operator.promo.uses': 'Used',
  'operator.promo.off': 'Cost',
  'operator.promo.state': 'Status',
  'operator.promo.act': 'Action',
  'operator.promo.platform': 'Primp, {country}',
  'operator.promo.provider': '{artist}, {country}',
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
type Query = { text?: string; sort?: InputOf<typeof operatorPromos.list>['sort'] }
const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

async function load(query: Query, cursor?: string) {
  const { promos: rows, ...page } = await browserApi().operatorPromos.list({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text', 'sort']) as Query
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
      <ConsoleTable
        list={list}
        name="promos"
        caption={o('operator.promos')}
        empty={t('operator.promo.empty')}
        search={t('operator.promo.search')}
        usualSort="-date"
        columns={[
          { id: 'code', label: t('operator.promo.code'), sort: 'code', cell: ({ code }) => code },
          {
            id: 'from',
            isWideOnly: true,
            label: t('operator.promo.from'),
            width: 25,
            cell: ({ artist, countryCode }) => {
              const country = markets[countryCode].name
              return artist
                ? t('operator.promo.provider', { artist, country })
                : t('operator.promo.platform', { country })
            },
          },
          {
            id: 'worth',
            label: t('operator.promo.worth'),
            width: 20,
            cell: (promo) => formatPromoWorth(promo, promo.countryCode),
          },
          {
            id: 'limits',
            isWideOnly: true,
            label: t('operator.promo.limits'),
            width: 35,
            cell: (promo) => formatPromoLimits(promo, 'GB'),
          },
          {
            id: 'state',
            label: t('operator.promo.state'),
            cell: ({ state }) => (
              <Badge look={state === 'live' ? 'jadeSoft' : 'disabled'}>{p(`promos.state.${state}`)}</Badge>
            ),
          },
          {
            id: 'uses',
            label: t('operator.promo.uses'),
            kind: 'number',
            isLabelled: true,
            cell: ({ used, kept }) =>
              [t('operator.promo.used', { n: used }), kept > 0 && p('promos.kept', { n: kept })]
                .filter(Boolean)
                .join(', '),
          },
          {
            id: 'off',
            label: t('operator.promo.off'),
            kind: 'number',
            isLead: true,
            cell: ({ off, currency }) => cash(off, currency),
          },
          {
            id: 'borne',
            label: t('operator.promo.borne'),
            width: 20,
            isOptional: true,
            cell: ({ off, artist, cost, currency }) =>
              off > 0 &&
              (artist
                ? t('operator.promo.cost.provider', { cost: cash(cost, currency) })
                : t('operator.promo.cost.platform')),
          },
          {
            id: 'act',
            label: t('operator.promo.act'),
            kind: 'act',
            cell: (promo) =>
              (promo.state === 'live' || promo.state === 'later') && (
                <Button
                  kind="secondary"
                  size="small"
                  aria-label={p('promos.stop.one', { code: promo.code })}
                  onClick={() => stop(promo)}>
                  {p('promos.stop')}
                </Button>
              ),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
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
