import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { FreshKey } from './fresh-key.tsx'
import { NewKeyForm } from './new-key-form.tsx'
import { type ShownKey, usePrograms } from './programs.ts'
import { SureDialog } from './sure-dialog.tsx'
import { useProgramWords } from './use-program-words.ts'

/** Somebody's keys: which stand, a new one, one in the place of another, and the end of one. */
export function KeysCard({ known }: { known: readonly ShownKey[] }) {
  const { t } = useProgramWords()
  const { says, may, keys: calls } = usePrograms()
  const [keys, setKeys] = useState(known)
  const [ending, setEnding] = useState<ShownKey | null>(null)
  const [replacing, setReplacing] = useState<ShownKey | null>(null)
  const [fresh, setFresh] = useState<{ name: string; token: string } | null>(null)
  const { rotate } = calls
  const replace = async ({ id }: ShownKey) => {
    const made = await rotate?.(id)
    if (!made) return
    setKeys((all) => [made.key, ...all.map((one) => (one.id === id ? made.old : one))])
    setFresh({ name: made.key.name, token: made.token })
  }
  return (
    <TitledCard title={t('keys.title')}>
      <p className="muted">{says.keys}</p>
      {keys.length === 0 ? (
        <Empty title={t('keys.none')}>{t('keys.none.text')}</Empty>
      ) : (
        <ul className={moneyListStyles.moneyList}>
          {keys.map((key) => (
            <KeyRow
              key={key.id}
              of={key}
              onEnd={() => setEnding(key)}
              onReplace={rotate ? () => setReplacing(key) : null}
            />
          ))}
        </ul>
      )}
      {fresh ? (
        <FreshKey {...fresh} onDone={() => setFresh(null)} />
      ) : (
        may.write && (
          <NewKeyForm
            onMade={(key, token) => {
              setKeys((all) => [key, ...all])
              setFresh({ name: key.name, token })
            }}
          />
        )
      )}
      <SureDialog
        of={ending}
        title={(key) => t('keys.end.title', { name: key.name })}
        text={() => t('keys.end.text')}
        act={t('keys.end')}
        run={(key) => calls.end(key.id)}
        onClose={() => setEnding(null)}
        onDone={({ id, name }) => {
          toast('success', t('keys.ended', { name }))
          setKeys((all) => all.filter((one) => one.id !== id))
        }}
      />
      <SureDialog
        of={replacing}
        title={(key) => t('keys.replace.title', { name: key.name })}
        text={() => t('keys.replace.text')}
        act={t('keys.replace')}
        run={replace}
        onClose={() => setReplacing(null)}
        onDone={({ name }) => toast('success', t('keys.replaced', { name }))}
      />
    </TitledCard>
  )
}

function KeyRow({ of: key, onEnd, onReplace }: { of: ShownKey; onEnd: () => void; onReplace: (() => void) | null }) {
  const { t, at } = useProgramWords()
  const { may } = usePrograms()
  return (
    <li>
      <div className="stack gap-4 can-shrink">
        <b className="bold">{key.name}</b>
        <span>{key.scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</span>
        <span className="small muted">
          <code>{key.begins}…</code> {t('keys.made', { date: at(key.createdAt) })},{' '}
          {key.lastUsedAt ? t('keys.used', { date: at(key.lastUsedAt) }) : t('keys.unused')}
          {key.aMinute !== undefined && `, ${t('keys.often', { n: key.aMinute })}`}
          {key.endsAt && `, ${t('keys.ends', { date: at(key.endsAt) })}`}
        </span>
      </div>
      {may.write && (
        <div className="row gap-8 wrapping">
          {onReplace && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t('keys.replace.one', { name: key.name })}
              onClick={onReplace}>
              {t('keys.replace')}
            </Button>
          )}
          <Button kind="secondary" size="small" aria-label={t('keys.end.one', { name: key.name })} onClick={onEnd}>
            {t('keys.end')}
          </Button>
        </div>
      )}
    </li>
  )
}
