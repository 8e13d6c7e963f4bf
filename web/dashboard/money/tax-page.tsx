import { useState } from 'react'
import { useLoaderData, useNavigation, useSearchParams } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import { formatTaxYear } from '#contract/payments/tax.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { formatMonthName } from '#web/ui/figures/figure.tsx'
import { CsvButton, PaperButton, statementMessages } from '#web/payments/statements/statement-files.tsx'
import { YearTable } from '#web/payments/statements/year-table.tsx'
import { IdentityForm, identityMessages } from '#web/payments/tax/identity-form.tsx'
import { TaxForm } from '#web/payments/tax/tax-form.tsx'
import { taxMessages } from '#web/payments/tax/messages.ts'
import { paymentMessages } from '#web/payments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { FoldedCard, TitledCard } from '#web/ui/titled-page.tsx'

/** Loads the tax year in the address; defaults to the current one. */
export const clientLoader = requireSession(async ({ request }) => {
  const asked = Number(new URL(request.url).searchParams.get('year'))
  const api = browserApi()
  const [details, identity, { invoices, currency }] = await Promise.all([
    api.tax.show({}),
    api.sellerIdentity.show({}),
    api.statements.invoices({}),
  ])
  const year = await api.statements.year(asked >= 2000 && asked <= 2100 ? { year: asked } : {})
  return { details, identity, invoices, currency, year }
})

export default function TaxPage() {
  const { details, identity, invoices, currency, year } = useLoaderData<typeof clientLoader>()
  const { profile } = useOwn()
  const [kept, setKept] = useState(details)
  const [savedIdentity, setSavedIdentity] = useState(identity)
  const [t, p, x, i] = [
    createTranslator(statementMessages, profile.countryCode),
    createTranslator(paymentMessages, profile.countryCode),
    createTranslator(taxMessages, profile.countryCode),
    createTranslator(identityMessages, profile.countryCode),
  ]
  const [, setAddress] = useSearchParams()
  const moving = useNavigation().state === 'loading'
  const day = (iso: string) => formatDate(iso, profile.countryCode)
  return (
    <DashboardFrame title={t('year.link')} back={{ to: '/dashboard/earnings', label: p('earnings.title') }}>
      <TitledCard
        title={t('year.title')}
        beside={
          <span className="row gap-8 no-print">
            <CsvButton
              name={`primp-year-${year.figures.year}.csv`}
              lines={async () => (await browserApi().statements.year({ year: year.figures.year })).lines}
            />
            <PaperButton kind="year" of={String(year.figures.year)} label={t('year.title')} />
          </span>
        }>
        <div className="no-print">
          <SelectField
            label={t('year.choose')}
            value={year.figures.year}
            onChange={({ target }) => setAddress({ year: target.value }, { preventScrollReset: true })}>
            {year.years.toReversed().map((one) => (
              <option key={one} value={one}>
                {formatTaxYear(profile.countryCode, one)}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="stack" aria-busy={moving || undefined}>
          <p className="small muted">{t('year.of', { from: day(year.figures.from), to: day(year.figures.to) })}</p>
          <YearTable figures={year.figures} />
        </div>
      </TitledCard>
      <TitledCard title={t('invoice.title')} className={invoices.length === 0 ? 'no-print' : undefined}>
        {invoices.length === 0 ? (
          <p className="muted">{t('invoice.none.text')}</p>
        ) : (
          <ul className={moneyListStyles.moneyList}>
            {invoices.map((invoice) => (
              <li key={invoice.id}>
                <div className="stack gap-4 can-shrink">
                  <b className="bold">{formatMonthName(invoice.month)}</b>
                  <span className="small muted">
                    {t(invoice.credit ? 'invoice.credit' : 'invoice.number', { number: invoice.number })}
                  </span>
                </div>
                <span className="row gap-16">
                  <span className="bold tabular">{formatMoney(invoice.total, currency, { decimals: 'always' })}</span>
                  <PaperButton kind="invoice" of={invoice.id} label={invoice.number} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </TitledCard>
      <FoldedCard
        title={i('identity.title')}
        note={i(`identity.note.${savedIdentity.state}`)}
        open={identity.state === 'missing' || identity.state === 'overdue'}
        className="no-print">
        <IdentityForm
          saved={savedIdentity}
          country={profile.countryCode}
          onSaved={(now) => {
            setSavedIdentity(now)
            showToast('success', i('identity.saved'))
          }}
        />
      </FoldedCard>
      <FoldedCard title={x('tax.title')} note={kept.person?.legalName ?? profile.name} className="no-print">
        <TaxForm
          details={kept}
          name={profile.name}
          country={profile.countryCode}
          onKept={(now) => {
            setKept(now)
            showToast('success', x('tax.saved'))
          }}
        />
      </FoldedCard>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }
