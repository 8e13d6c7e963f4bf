import { useState } from 'react'
import { Link } from 'react-router'
import type { MadeArea } from '#contract/operator/catalogue.ts'
import { markets } from '#contract/format.ts'
import { reader } from '#contract/words.ts'
import consoleStyles from '#web/operator/console.module.css'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { AreaForm } from './area-form.tsx'
import { partWords } from './part-words.ts'

const t = reader(partWords)

interface AreasCardProps {
  areas: readonly MadeArea[]
  confirm: (confirmation: Confirmation) => void
  onDone: () => void
}

/** Areas that people search by and no gazetteer has: those that are open, those that were, and the way to open one. */
export function AreasCard({ areas, confirm, onDone }: AreasCardProps) {
  const [adding, setAdding] = useState(false)
  const close = ({ id, name }: MadeArea): Confirmation => ({
    title: t('op.areas.close.what', { name }),
    text: t('op.areas.close.effect'),
    act: t('op.areas.close'),
    danger: true,
    run: (reason) => browserApi().operatorCatalogue.closeArea({ areaId: id, reason }),
  })
  return (
    <TitledCard
      title={t('op.areas.title')}
      beside={
        <Button kind="secondary" onClick={() => setAdding(true)}>
          {t('op.areas.add')}
        </Button>
      }>
      <p className="small muted">{t('op.areas.text')}</p>
      {areas.length === 0 ? (
        <Empty title={t('op.areas.none')} />
      ) : (
        <ul className={consoleStyles.lines}>
          {areas.map((area) => (
            <li key={area.id} className="row space-between wrapping">
              <div>
                <b>{area.name}</b>
                {area.also.length > 0 && <span className="small muted"> {area.also.join(', ')}</span>}
                <div className="small muted">
                  {area.closedAt
                    ? t('op.areas.closed')
                    : t('op.areas.reach', {
                        km: area.km,
                        region: area.region,
                        country: markets[area.countryCode].name,
                      })}
                </div>
              </div>
              {!area.closedAt && (
                <span className="row gap-8 wrapping">
                  {area.link && (
                    <Link className="link small" to={area.link}>
                      {t('op.areas.page')}
                    </Link>
                  )}
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t('op.areas.close.what', { name: area.name })}
                    onClick={() => confirm(close(area))}>
                    {t('op.areas.close')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog open={adding} onClose={() => setAdding(false)} label={t('op.areas.add')}>
        {adding && (
          <AreaForm
            onClose={() => setAdding(false)}
            onDone={() => {
              setAdding(false)
              onDone()
            }}
          />
        )}
      </Dialog>
    </TitledCard>
  )
}
