import { ImagePlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Form, Link, useRevalidator } from 'react-router'
import { mostLookPictures } from '#contract/looks/vocabulary.ts'
import type { LookPicture } from '#contract/search/look-in-mind.ts'
import { type Country, reader, say } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { pictureTypes } from '#web/platform/pictures/prepare-picture.ts'
import { sendPicture } from '#web/platform/pictures/send-picture.ts'
import { shrinkPicture } from '#web/platform/pictures/shrink-picture.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import { lookWords } from './look-words.ts'
import { LookShown } from './look-shown.tsx'

interface LookPicturesProps {
  quoteId: string
  pictures: readonly LookPicture[]
  country: Country
}

/** The pictures of a look: each can be taken off, and one's own can be put there where a script runs. */
export function LookPictures({ quoteId, pictures, country }: LookPicturesProps) {
  const t = reader(lookWords, country)
  const { revalidate } = useRevalidator()
  const { waiting, run } = useAct()
  const [problem, setProblem] = useState<'signIn' | string | null>(null)
  const file = useRef<HTMLInputElement>(null)
  const room = mostLookPictures - pictures.length
  const sendOne = async (one: File) => {
    const shrunk = await shrinkPicture(one)
    if ('refused' in shrunk) return say(sharedWords[shrunk.refused === 'size' ? 'field.file.size' : 'field.file.type'])
    try {
      const fileUrl = await sendPicture(shrunk.blob, 'looks', () => {})
      await browserApi().looks.addUpload({ quoteId, fileUrl })
      return null
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_signed_in') return 'signIn'
      return error instanceof ApiError && error.status > 0
        ? error.message
        : say(sharedWords['field.file.failed'], { file: one.name })
    }
  }
  const add = (files: FileList | null) =>
    run(async () => {
      setProblem(null)
      for (const one of [...(files ?? [])].slice(0, room)) {
        const said = await sendOne(one)
        if (said) setProblem(said)
      }
      if (file.current) file.current.value = ''
      await revalidate()
    })
  return (
    <section className="card pad-24 stack" aria-labelledby="look-pictures">
      <h2 className="heading-3" id="look-pictures">
        {t('look.pictures')}
      </h2>
      <p className="small muted">{t('look.pictures.text', { n: mostLookPictures })}</p>
      <LookShown
        pictures={pictures}
        country={country}
        act={(picture, n) => (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="picture" value={picture._id} />
            <IconButton disc type="submit" name="intent" value="remove" label={t('look.pictures.remove', { n })}>
              <X className="icon" aria-hidden="true" />
            </IconButton>
          </Form>
        )}
      />
      <p className="visually-hidden" role="status">
        {t('look.pictures.count', { n: pictures.length })}
      </p>
      {room > 0 && (
        <div className="with-script">
          <input
            ref={file}
            type="file"
            accept={pictureTypes}
            multiple
            hidden
            aria-label={t('look.pictures.add')}
            onChange={(event) => add(event.target.files)}
          />
          <Button kind="secondary" loading={waiting} onClick={() => file.current?.click()}>
            <ImagePlus className="icon" aria-hidden="true" />
            {t('look.pictures.add')}
          </Button>
        </div>
      )}
      {problem === 'signIn' ? (
        <FieldError>
          {t('look.pictures.signIn')}{' '}
          <Link className="link" to={`/login?redirect=/quotes/${quoteId}/look`}>
            {t('look.pictures.signIn.act')}
          </Link>
        </FieldError>
      ) : (
        problem && <FieldError>{problem}</FieldError>
      )}
    </section>
  )
}
