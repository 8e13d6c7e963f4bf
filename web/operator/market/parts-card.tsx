import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorCatalogue } from '#contract/operator/catalogue.ts'
import { reader } from '#contract/words.ts'
import consoleStyles from '#web/operator/console.module.css'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { PartDialog, type PartAsked } from './part-dialog.tsx'
import { partWords } from './part-words.ts'

const t = reader(partWords)

type Stores = OutputOf<typeof operatorCatalogue.parts>['stores']
type Named = { id: string; label: string; made: boolean; services: number }

/** Stores, their categories and the types of these, with the ways to add to each and to rename what was made here. */
export function PartsCard({ stores, onDone }: { stores: Stores; onDone: () => void }) {
  const [asked, setAsked] = useState<PartAsked | null>(null)
  const renamed = (part: 'store' | 'category' | 'type', { id, label, made }: Named) =>
    made && (
      <Button
        kind="quiet"
        size="small"
        aria-label={t('op.parts.rename.what', { name: label })}
        onClick={() => setAsked({ act: 'rename', part, id, label })}>
        {t('op.parts.rename')}
      </Button>
    )
  return (
    <TitledCard
      title={t('op.parts.title')}
      beside={
        <Button kind="secondary" onClick={() => setAsked({ act: 'store' })}>
          {t('op.parts.addStore')}
        </Button>
      }>
      <p className="small muted">{t('op.parts.text')}</p>
      {stores.map((store) => (
        <section key={store.id} className="stack gap-8" aria-label={store.label}>
          <div className="row space-between wrapping">
            <h3 className="heading-3">{store.label}</h3>
            <span className="row gap-8 wrapping">
              {renamed('store', store)}
              <Button
                kind="secondary"
                size="small"
                aria-label={t('op.parts.addCategory.to', { store: store.label })}
                onClick={() => setAsked({ act: 'category', storeId: Number(store.id), store: store.label })}>
                {t('op.parts.addCategory')}
              </Button>
            </span>
          </div>
          <ul className={consoleStyles.lines}>
            {store.categories.map((category) => (
              <li key={category.id} className="stack gap-8">
                <div className="row space-between wrapping">
                  <span>
                    <b>{category.label}</b>
                    <span className="small muted">
                      {' '}
                      {t('op.parts.services', { n: category.services })},{' '}
                      {t('op.parts.fee', { percent: category.feePercent })}
                    </span>
                  </span>
                  <span className="row gap-8 wrapping">
                    {renamed('category', category)}
                    <Button
                      kind="quiet"
                      size="small"
                      aria-label={t('op.parts.addType.to', { category: category.label })}
                      onClick={() =>
                        setAsked({ act: 'type', categoryId: Number(category.id), category: category.label })
                      }>
                      {t('op.parts.addType')}
                    </Button>
                  </span>
                </div>
                <ul className="small muted row gap-16 wrapping">
                  {category.types.map((type) => (
                    <li key={type.id} className="row gap-8 wrapping">
                      {type.label} ({t('op.parts.services', { n: type.services })}){renamed('type', type)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <PartDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          onDone()
        }}
      />
    </TitledCard>
  )
}
