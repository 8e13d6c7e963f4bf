import { useEffect, useState } from 'react'
import { useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { leastHoldDays, mostHoldDays } from '#contract/payments/later-deposit.ts'
import type { OperatorService } from '#contract/operator/market.ts'
import { taxOffices } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { WholeTable } from '#web/operator/table.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { AreasCard } from './areas-card.tsx'
import { FeeExamples } from './fee-form.tsx'
import { PartsCard } from './parts-card.tsx'
import { ServiceDialog, type ServiceForm } from './service-dialog.tsx'

const t = createTranslator(operatorMessages)

/** Parts of the page; one is shown at a time. */
const parts = ['services', 'fees', 'markets', 'categories', 'areas'] as const

export const clientLoader = requireSession(async () => {
  const [catalogue, { stores, areas }] = await Promise.all([
    browserApi().operatorMarket.catalogue({}),
    browserApi().operatorCatalogue.parts({}),
  ])
  return { ...catalogue, stores, areas }
})

export const HydrateFallback = Undetermined

export default function CataloguePage() {
  const { categories, services, markets, stores, areas } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<OperatorService | 'new' | null>(null)
  const [asked, setAsked] = useSearchParams()
  const part = parts.find((one) => one === asked.get('part')) ?? 'services'
  // Processes reload the catalogue within five seconds.
  const again = () => setTimeout(revalidate, 5_500)
  const [confirm, dialog] = useConfirmation({
    onDone: () => {
      setEditing(null)
      again()
    },
  })
  const api = browserApi().operatorMarket
  const types = categories.flatMap((one) => one.types)
  const category = categories.find(({ id }) => String(id) === asked.get('category')) ?? categories[0]
  // A search is of all categories.
  const text = (asked.get('text') ?? '').toLowerCase()
  const found = services.filter(({ label, typeId }) =>
    text ? label.toLowerCase().includes(text) : category?.types.some(({ id }) => id === typeId),
  )

  const mark = (market: (typeof markets)[number], which: 'covidTrained' | 'vaccinated', on: boolean): Confirmation => {
    const { countryCode, covidTrained, vaccinated } = market
    const run = (reason: string) => api.changeMarket({ countryCode, covidTrained, vaccinated, [which]: on, reason })
    return on
      ? {
          title: t('operator.confirm.covid.title', { country: market.name }),
          text: t('operator.confirm.covid.text'),
          act: t('operator.confirm.covid.act'),
          run,
        }
      : {
          title: t('operator.confirm.covid.hide.title', { country: market.name }),
          text: t('operator.confirm.covid.hide.text'),
          act: t('operator.confirm.covid.hide.act'),
          run,
        }
  }
  const save = (form: ServiceForm): Confirmation => {
    const providers = editing !== 'new' && editing ? editing.providers : 0
    return {
      title: t('operator.confirm.service.title', { service: form.label }),
      text: t('operator.confirm.service.text', { n: providers }),
      act: t('operator.save'),
      run: async (reason) =>
        editing === 'new'
          ? api.addService({ ...form, reason })
          : api.changeService({ ...form, serviceId: form.id, reason }),
    }
  }
  return (
    <ConsoleFrame
      title={t('operator.fees.title')}
      text={t('operator.fees.note')}
      acts={
        part === 'services' && (
          <Button kind="secondary" onClick={() => setEditing('new')}>
            {t('operator.services.add')}
          </Button>
        )
      }>
      <div>
        <Tabs
          label={t('operator.catalogue.parts')}
          panel="catalogue"
          value={part}
          onChange={(to) => setAsked(to === 'services' ? {} : { part: to })}
          tabs={parts.map((value) => ({ value, label: t(`operator.catalogue.${value}`) }))}
        />
      </div>
      <div id="catalogue" role="tabpanel" aria-label={t(`operator.catalogue.${part}`)} className="stack">
        {part === 'services' && (
          <WholeTable
            file="services"
            caption={t('operator.services.title')}
            rows={found}
            rowKey={({ id }) => id}
            onOpen={setEditing}
            empty={<Empty title={t('operator.services.none')} />}
            filters={
              <TableFilters
                search={t('operator.services.find')}
                filters={[
                  {
                    name: 'category',
                    label: t('operator.services.category'),
                    usual: String(category?.id),
                    options: categories.map(({ id, label }) => [String(id), label]),
                  },
                ]}
              />
            }
            columns={[
              {
                id: 'service',
                label: t('operator.fees.service'),
                width: 45,
                cell: ({ label, retired }) => (
                  <>
                    {label}
                    {retired && <Badge look="disabled">{t('operator.services.retired')}</Badge>}
                  </>
                ),
              },
              {
                id: 'type',
                label: t('operator.services.type'),
                width: 30,
                cell: ({ typeId }) => types.find(({ id }) => id === typeId)?.label ?? typeId,
              },
              {
                id: 'markets',
                isWideOnly: true,
                label: t('operator.services.markets'),
                width: 25,
                cell: ({ markets: sold }) => sold.join(', '),
              },
              {
                id: 'minutes',
                label: t('operator.services.minutes.column'),
                kind: 'number',
                isLead: true,
                cell: ({ minutes, setupMinutes }) =>
                  t('operator.services.minutes.value', { minutes, setup: setupMinutes || null }),
              },
              {
                id: 'providers',
                label: t('operator.services.providers'),
                kind: 'number',
                isLabelled: true,
                cell: ({ providers }) => providers,
              },
            ]}
          />
        )}
        {part === 'fees' && (
          <TitledCard title={t('operator.catalogue.fees')}>
            {categories.map((one) => (
              <CategoryFee key={one.id} category={one} confirm={confirm} />
            ))}
          </TitledCard>
        )}
        {part === 'markets' && (
          <div className="two-columns even">
            {markets.map((market) => (
              <TitledCard
                key={market.countryCode}
                title={market.name}
                beside={
                  <span className="small muted">
                    {market.currency}, {t('operator.markets.providers', { n: market.providers })}
                  </span>
                }>
                <div className="row gap-16 wrapping">
                  {(['covidTrained', 'vaccinated'] as const).map((which) => (
                    <span key={which} className="row gap-8 small">
                      {t(`operator.covid.${which}`)}
                      <Switch
                        label={`${t(`operator.covid.${which}`)}, ${market.name}`}
                        on={market[which]}
                        onChange={(on) => confirm(mark(market, which, on))}
                      />
                    </span>
                  ))}
                </div>
                <InvoiceDetails market={market} confirm={confirm} />
                <DepositHold market={market} confirm={confirm} />
              </TitledCard>
            ))}
            <p className="small muted">{t('operator.covid')}</p>
          </div>
        )}
        {part === 'categories' && (
          <PartsCard
            stores={stores}
            onDone={() => {
              revalidate()
              again()
            }}
          />
        )}
        {part === 'areas' && <AreasCard areas={areas} confirm={confirm} onDone={revalidate} />}
      </div>
      <ServiceDialog
        editing={editing}
        types={types}
        onClose={() => setEditing(null)}
        onSave={(form) => confirm(save(form))}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

interface Props {
  market: { countryCode: Country; name: string; taxNumber: string; businessAddress: string }
  confirm: (confirmation: Confirmation) => void
}

interface HoldProps {
  market: { countryCode: Country; name: string; depositHoldDays: number | null; providerHoldDays: number | null }
  confirm: (confirmation: Confirmation) => void
}

/** For how many days a deposit may be held; empty: the limit of the payment provider. */
function DepositHold({ market: { countryCode, name, depositHoldDays, providerHoldDays }, confirm }: HoldProps) {
  const saved = depositHoldDays === null ? '' : String(depositHoldDays)
  const [typed, setTyped] = useState(saved)
  useEffect(() => setTyped(saved), [saved])
  const days = readNumber(typed, 'whole')
  const isRead = days !== null || typed.trim() === ''
  const isWithin = days === null || (days >= leastHoldDays && days <= mostHoldDays)
  const save = () =>
    confirm({
      title: t('operator.confirm.hold.title', { country: name }),
      text: t('operator.confirm.hold.text'),
      act: t('operator.save'),
      run: (reason) => browserApi().operatorMarket.setDepositHold({ countryCode, days, reason }),
    })
  return (
    <div className="stack gap-8">
      <NumberField
        kind="whole"
        label={t('operator.markets.hold', { country: name })}
        hint={
          providerHoldDays === null
            ? t('operator.markets.hold.none')
            : t('operator.markets.hold.provider', { n: providerHoldDays })
        }
        value={typed}
        error={isWithin ? null : t('operator.markets.hold.wrong', { least: leastHoldDays, most: mostHoldDays })}
        onChange={setTyped}
      />
      {typed.trim() !== saved && isRead && isWithin && (
        <Button kind="secondary" size="small" onClick={save}>
          {t('operator.save')}
        </Button>
      )}
    </div>
  )
}

/** The platform's address and tax number on invoices in a market; a market without such a tax has the address only. */
function InvoiceDetails({ market: { countryCode, name, taxNumber, businessAddress }, confirm }: Props) {
  const [typed, setTyped] = useState({ taxNumber, businessAddress })
  useEffect(() => setTyped({ taxNumber, businessAddress }), [taxNumber, businessAddress])
  const { tax } = taxOffices[countryCode]
  const next = { taxNumber: typed.taxNumber.trim(), businessAddress: typed.businessAddress.trim() }
  const isIncomplete = next.taxNumber !== '' && next.businessAddress === ''
  const isChanged = next.taxNumber !== taxNumber || next.businessAddress !== businessAddress
  const save = () =>
    confirm({
      title: t('operator.confirm.invoices.title', { country: name }),
      text: t('operator.confirm.invoices.text'),
      act: t('operator.save'),
      run: (reason) => browserApi().operatorMarket.setTaxNumber({ countryCode, ...next, reason }),
    })
  return (
    <div className="stack gap-8">
      {tax && (
        <TextField
          label={t('operator.markets.taxNumber', { country: name, tax })}
          name={`tax-number-${countryCode}`}
          autoComplete="off"
          maxLength={30}
          value={typed.taxNumber}
          onChange={({ target }) => setTyped({ ...typed, taxNumber: target.value })}
        />
      )}
      <TextAreaField
        label={t('operator.markets.address', { country: name })}
        name={`business-address-${countryCode}`}
        autoComplete="off"
        rows={2}
        maxLength={300}
        value={typed.businessAddress}
        error={isIncomplete ? t('operator.markets.address.needed') : null}
        onChange={({ target }) => setTyped({ ...typed, businessAddress: target.value })}
      />
      {isChanged && !isIncomplete && (
        <Button kind="secondary" size="small" onClick={save}>
          {t('operator.save')}
        </Button>
      )}
    </div>
  )
}

type Category = { id: number; label: string; feePercent: number }

/** Fee of a category, with a preview of the effect on prices. */
function CategoryFee({ category, confirm }: { category: Category; confirm: (confirmation: Confirmation) => void }) {
  const [typed, setTyped] = useState(String(category.feePercent))
  useEffect(() => setTyped(String(category.feePercent)), [category.feePercent])
  const whole = readNumber(typed, 'whole')
  const percent = whole !== null && whole <= 50 ? whole : null
  const changed = percent !== null && percent !== category.feePercent
  const { answer: preview } = useAnswer(
    changed ? `${category.id} ${percent}` : null,
    () => browserApi().operatorMarket.feePreview({ categoryId: category.id, percent: percent ?? 0 }),
    { after: 250 },
  )
  const save = () =>
    percent !== null &&
    confirm({
      title: t('operator.confirm.fee.title', { percent }),
      text: t('operator.confirm.fee.text'),
      act: t('operator.fees.change'),
      run: (reason) => browserApi().operatorMarket.changeFee({ categoryId: category.id, percent, reason }),
    })
  return (
    <div className="stack gap-8">
      <NumberField
        label={category.label}
        hint={t('operator.fees.percent')}
        kind="whole"
        name={`fee-${category.id}`}
        value={typed}
        error={percent === null ? t('operator.fees.percent') : null}
        suffix="%"
        onChange={setTyped}
      />
      {preview && <FeeExamples of={preview} />}
      {changed && (
        <Button kind="secondary" size="small" onClick={save}>
          {t('operator.fees.change')}
        </Button>
      )}
    </div>
  )
}
