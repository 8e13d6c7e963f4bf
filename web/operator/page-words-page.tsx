import { type FormEvent, useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { madePages } from '#web/content/reading/pages.server.ts'
import { browserApi } from '#web/platform/browser.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/field.tsx'
import { RoomCard } from '#web/ui/room.tsx'
import { useAsk } from './use-ask.tsx'
import { Room, RoomError } from './room.tsx'
import { operatorWords } from './words.ts'

const t = reader(operatorWords)
const fields = ['title', 'description', 'bannerTitle', 'bannerText', 'body'] as const
type Field = (typeof fields)[number]
type Words = Record<Field, string | null>

const pathOf = (request: Request) => new URL(request.url).searchParams.get('path') ?? ''

/** A content page as it was made: what everyone may read anyway. */
export function loader({ request }: LoaderFunctionArgs): Words | null {
  const page = madePages().find(({ slug }) => `/content/${slug}` === pathOf(request))
  return page ? { title: page.title, description: page.description, bannerTitle: null, bannerText: null, body: page.body } : null
}

export const clientLoader = membersOnly(async ({ request, serverLoader }) => {
  const path = pathOf(request)
  if (!path) throw redirect('/operator/pages')
  const content = (await serverLoader()) as Words | null
  const { made, edit } = await browserApi().operatorMarket.page({ path })
  return { path, made: (content ?? made) as Words | null, edit }
})

export const HydrateFallback = Undetermined

export default function PageWordsPage() {
  const { path, made, edit } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const [words, setWords] = useState<Words>({ title: edit?.title ?? null, description: edit?.description ?? null, bannerTitle: edit?.bannerTitle ?? null, bannerText: edit?.bannerText ?? null, body: edit?.body ?? null })
  const [ask, dialog] = useAsk()
  const api = browserApi().operatorMarket
  const shown = fields.filter((field) => (path.startsWith('/content/') ? ['title', 'description', 'body'] : ['title', 'description', 'bannerTitle', 'bannerText']).includes(field))
  const set = (field: Field, value: string | null) => setWords({ ...words, [field]: value || null })
  const publish = (event: FormEvent) => {
    event.preventDefault()
    ask({ title: t('op.confirm.page.title'), text: t('op.confirm.page.text'), act: t('op.confirm.page.act'), run: (reason) => api.editPage({ path, ...words, reason }) })
  }
  const revert = () =>
    ask({
      title: t('op.confirm.revert.title'), text: t('op.confirm.revert.text'), act: t('op.confirm.revert.act'),
      run: async (reason) => {
        await api.revertPage({ path, reason })
        navigate('/operator/pages')
      },
    })
  return (
    <Room title={path} text={t('op.pages.text')} acts={<ButtonLink kind="secondary" to={path}>{t('op.pages.see')}</ButtonLink>}>
      <form className="stack" onSubmit={publish}>
        {shown.map((field) => (
          <RoomCard key={field} title={t(`op.pages.${field}`)}>
            {field === 'body' ? (
              <>
                <TextAreaField label={t(`op.pages.${field}`)} rows={18} maxLength={60_000} value={words.body ?? ''} onChange={(event) => set('body', event.target.value)} />
                {!words.body && made?.body && (
                  <div>
                    <Button kind="secondary" onClick={() => set('body', made.body)}>{t('op.pages.start')}</Button>
                  </div>
                )}
              </>
            ) : (
              <TextField label={t(`op.pages.${field}`)} maxLength={field === 'title' ? 70 : field === 'bannerTitle' ? 80 : 200} value={words[field] ?? ''} onChange={(event) => set(field, event.target.value)} hint={`${t('op.pages.made')}: ${made?.[field] ?? ''}`} />
            )}
          </RoomCard>
        ))}
        <div className="row g8 wrapx">
          <Button type="submit">{t('op.confirm.page.act')}</Button>
          {edit && <Button kind="secondary" onClick={revert}>{t('op.pages.revert')}</Button>}
        </div>
      </form>
      {dialog}
    </Room>
  )
}

export const ErrorBoundary = RoomError
