import { type FormEvent, useState } from 'react'
import { Link, useLoaderData, useNavigate } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { madePages } from '#web/content/reading/pages.server.ts'
import { browserApi } from '#web/platform/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { RoomCard } from '#web/ui/room.tsx'
import { Room, RoomError } from './room.tsx'
import { day } from './when.ts'
import { operatorWords } from './words.ts'

const t = reader(operatorWords)

/** Names of the content pages: what everyone may read anyway. */
export const loader = () => madePages().map(({ slug, title }) => ({ slug, title }))

export const clientLoader = membersOnly(async ({ serverLoader }) => {
  const content = (await serverLoader()) as ReturnType<typeof loader>
  return { content, edits: (await browserApi().operatorMarket.pages({})).edits }
})

export const HydrateFallback = Undetermined

export default function PagesPage() {
  const { content, edits } = useLoaderData() as Awaited<ReturnType<typeof clientLoader>>
  const navigate = useNavigate()
  const [path, setPath] = useState('')
  const [error, setError] = useState<string | null>(null)
  const editOf = (at: string) => edits.find((edit) => edit.path === at)
  const landing = edits.filter((edit) => edit.kind === 'landing')
  const open = (event: FormEvent) => {
    event.preventDefault()
    const at = path.trim().toLowerCase().replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, '')
    if (!/^\/(au|ca|gb|us)\/[a-z0-9-]+\/[a-z0-9-]+(\/[a-z0-9-]+)?$/.test(at)) return setError(t('op.pages.path.error'))
    navigate(`/operator/pages/words?path=${at}`)
  }
  return (
    <Room title={t('op.pages')} text={t('op.pages.text')}>
      <div className="two-columns even">
        <RoomCard title={t('op.pages.content')}>
          <ul className="op-lines">
            {content.map(({ slug, title }) => {
              const edit = editOf(`/content/${slug}`)
              return (
                <li key={slug} className="row between wrapx">
                  <Link to={`/operator/pages/words?path=/content/${slug}`}>{title.replace(/ · Primp$/, '')}</Link>
                  <span className="small mut">{edit ? t('op.pages.edited', { date: day(edit.updatedAt) }) : t('op.pages.made')}</span>
                </li>
              )
            })}
          </ul>
        </RoomCard>
        <RoomCard title={t('op.pages.landing')}>
          <form className="stack" noValidate onSubmit={open}>
            <TextField label={t('op.pages.path')} hint={t('op.pages.path.hint')} name="path" value={path} error={error} maxLength={160} onChange={(event) => setPath(event.target.value)} />
            <div>
              <Button type="submit" kind="secondary">{t('op.pages.open')}</Button>
            </div>
          </form>
          {landing.length === 0 ? <p className="mut">{t('op.pages.landing.none')}</p> : (
            <ul className="op-lines">
              {landing.map((edit) => (
                <li key={edit.path} className="row between wrapx">
                  <Link to={`/operator/pages/words?path=${edit.path}`}>{edit.path}</Link>
                  <span className="small mut">{t('op.pages.edited', { date: day(edit.updatedAt) })}</span>
                </li>
              ))}
            </ul>
          )}
        </RoomCard>
      </div>
    </Room>
  )
}

export const ErrorBoundary = RoomError
