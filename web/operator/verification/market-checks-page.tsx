import { useRef, useState } from 'react'
import { useLoaderData, useRevalidator } from 'react-router'
import type { CheckedMarket, CheckFigures } from '#contract/providers/checks/operator-checks.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ShownFile } from '#web/operator/lists/shown-file.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { operatorCheckWords } from './check-words.ts'
import { classes } from '#web/ui/class-names.ts'
import consoleStyles from '#web/operator/console.module.css'
import tableStyles from '#web/ui/table.module.css'

const t = reader(operatorCheckWords)

export const clientLoader = membersOnly(() => browserApi().operatorChecks.catalogue({}))

export const HydrateFallback = Undetermined

/** What each market checks of its artists. */
export default function MarketChecksPage() {
  const { markets } = useLoaderData<typeof clientLoader>()
  const { revalidate } = useRevalidator()
  const [editing, setEditing] = useState<{ market: CheckedMarket; check: CheckFigures } | null>(null)
  return (
    <ConsoleFrame title={t('checks.title')} text={t('checks.text')}>
      {markets.map((market) => (
        <MarketCard key={market.countryCode} market={market} onChange={(check) => setEditing({ market, check })} />
      ))}
      {editing && (
        <CheckDialog
          key={`${editing.market.countryCode} ${editing.check.kind}`}
          {...editing}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            toast('success', t('checks.saved'))
            revalidate()
          }}
        />
      )}
    </ConsoleFrame>
  )
}

export { ConsoleError as ErrorBoundary }

/** What one market checks, and of how many artists each check stands. */
function MarketCard({ market, onChange }: { market: CheckedMarket; onChange: (check: CheckFigures) => void }) {
  const table = useRef<HTMLDivElement>(null)
  return (
    <TitledCard
      title={t('checks.market', { name: market.name, verified: market.verified, artists: market.artists })}
      beside={<ShownFile name={`checks-${market.countryCode}`} within={table} />}>
      <div ref={table} role="group" className={tableStyles.tableScroll} aria-label={market.name} tabIndex={0}>
        <table className={classes(tableStyles.table, tableStyles.rowsOnPhone)}>
          <thead>
            <tr>
              {[t('docs.check'), t('checks.asked'), t('checks.months'), t('checks.stands'), ''].map((column) => (
                <th key={column} scope="col">
                  {column || <span className="visually-hidden">{t('checks.change')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {market.checks.map((check) => (
              <tr key={check.kind}>
                <td className={consoleStyles.words}>
                  <b className="bold">{check.label}</b>
                  <div className="small muted">{check.proves}</div>
                </td>
                <td>
                  <Badge
                    look={check.asked === 'required' ? 'jadeSoft' : check.asked === 'wanted' ? 'info' : 'disabled'}>
                    {t(`checks.${check.asked}`)}
                  </Badge>
                </td>
                <td className={consoleStyles.keep}>
                  {check.holdsMonths === null
                    ? t('checks.months.ever')
                    : t('checks.months.n', { n: check.holdsMonths })}
                </td>
                <td className="tabular">
                  <span className={tableStyles.label}>{t('checks.stands')} </span>
                  {check.stands}
                </td>
                <td>
                  <Button
                    kind="secondary"
                    size="small"
                    aria-label={t('checks.change.of', { label: check.label, country: market.name })}
                    onClick={() => onChange(check)}>
                    {t('checks.change')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </TitledCard>
  )
}
