import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ApiKey } from '#contract/accounts/api-keys.ts'
import { Scope } from '#contract/accounts/scopes.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import moneyListStyles from '#web/ui/money-list.module.css'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { Checkboxes } from './checkboxes.tsx'
import { SureDialog } from './sure-dialog.tsx'
import { useProgramWords } from './use-program-words.ts'

/** An artist's keys: which stand, a new one, and the end of one. */
export function KeysCard({ known }: { known: readonly ApiKey[] }) {
  const { t, at } = useProgramWords()
  const [keys, setKeys] = useState(known)
  const [ending, setEnding] = useState<ApiKey | null>(null)
  const [fresh, setFresh] = useState<{ name: string; token: string } | null>(null)
  return (
    <TitledCard title={t('keys.title')}>
      <p className="muted">{t('keys.text')}</p>
      {keys.length === 0 ? (
        <Empty title={t('keys.none')}>{t('keys.none.text')}</Empty>
      ) : (
        <ul className={moneyListStyles.moneyList}>
          {keys.map((key) => (
            <li key={key.id}>
              <div className="stack gap-4 can-shrink">
                <b className="bold">{key.name}</b>
                <span>{key.scopes.map((scope) => t(`scope.${scope}`)).join(', ')}</span>
                <span className="small muted">
                  <code>{key.begins}…</code> {t('keys.made', { date: at(key.createdAt) })},{' '}
                  {key.lastUsedAt ? t('keys.used', { date: at(key.lastUsedAt) }) : t('keys.unused')}
                </span>
              </div>
              <Button
                kind="secondary"
                size="small"
                aria-label={t('keys.end.one', { name: key.name })}
                onClick={() => setEnding(key)}>
                {t('keys.end')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {fresh ? (
        <FreshKey {...fresh} onDone={() => setFresh(null)} />
      ) : (
        <NewKeyForm
          onMade={(key, token) => {
            setKeys((all) => [key, ...all])
            setFresh({ name: key.name, token })
          }}
        />
      )}
      <SureDialog
        of={ending}
        title={(key) => t('keys.end.title', { name: key.name })}
        text={() => t('keys.end.text')}
        act={t('keys.end')}
        run={(key) => browserApi().apiKeys.end({ keyId: key.id })}
        onClose={() => setEnding(null)}
        onDone={({ id, name }) => {
          toast('success', t('keys.ended', { name }))
          setKeys((all) => all.filter((one) => one.id !== id))
        }}
      />
    </TitledCard>
  )
}

/** A key as it is shown once. */
function FreshKey({ name, token, onDone }: { name: string; token: string; onDone: () => void }) {
  const { t } = useProgramWords()
  const field = useRef<HTMLInputElement>(null)
  // The button that was pressed is gone, and with it where somebody was.
  useEffect(() => field.current?.focus(), [])
  const copy = async () => {
    await navigator.clipboard.writeText(token)
    toast('success', t('keys.copied'))
  }
  return (
    <div className="stack gap-8" aria-live="polite">
      <Note kind="info">{t('keys.fresh')}</Note>
      <TextField
        label={t('keys.fresh.label', { name })}
        value={token}
        readOnly
        ref={field}
        onFocus={(event) => event.target.select()}
      />
      <div className="row gap-8 wrapping">
        <Button size="small" onClick={copy}>
          {t('keys.copy')}
        </Button>
        <Button kind="secondary" size="small" onClick={onDone}>
          {t('keys.done')}
        </Button>
      </div>
    </div>
  )
}

function NewKeyForm({ onMade }: { onMade: (key: ApiKey, token: string) => void }) {
  const { t } = useProgramWords()
  const form = useRef<HTMLFormElement>(null)
  const act = useAct({ form })
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(name.trim() ? {} : { name: t('keys.name.error') }),
      ...(scopes.length ? {} : { scopes: t('keys.scopes.error') }),
    }
    const done = await act.run(() => browserApi().apiKeys.make({ name, scopes }), { wrong })
    if (!done) return
    setName('')
    setScopes([])
    onMade(done.answer.key, done.answer.token)
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      <h3 className="title">{t('keys.new')}</h3>
      {act.said && <Note kind="error">{act.said}</Note>}
      <TextField
        label={t('keys.name')}
        hint={t('keys.name.hint')}
        name="name"
        maxLength={80}
        value={name}
        error={act.errors['name'] ?? null}
        onChange={({ target }) => setName(target.value)}
      />
      <Checkboxes
        label={t('keys.scopes')}
        name="scopes"
        options={Scope.options.map((scope) => [scope, t(`scope.${scope}`)] as const)}
        chosen={scopes}
        error={act.errors['scopes'] ?? null}
        onChange={setScopes}
      />
      <div>
        <Button type="submit" loading={act.waiting}>
          {t('keys.make')}
        </Button>
      </div>
    </form>
  )
}
