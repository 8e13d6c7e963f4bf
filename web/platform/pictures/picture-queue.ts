import { useEffect, useRef, useState } from 'react'
import { formatMessage } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { type PictureHint, readHints } from './picture-quality.ts'
import { sendPicture, shrinkPicture } from './upload-picture.ts'

export type QueuedPicture = {
  key: string
  name: string
  /** The upload; null if the file is unusable. */
  blob: Blob | null
  preview: string
  hints: readonly PictureHint[]
  alt: string
  consent: boolean
  state: 'chosen' | 'sending' | 'failed' | 'refused'
  /** Progress from 0 to 1. */
  share: number
  error: string | null
  /** Set once uploaded, so that a retry sends only what is missing. */
  fileUrl: string | null
}

const refusedWords = { size: 'field.file.size', type: 'field.file.type' } as const

interface QueueOptions {
  /** The folder of the uploads. */
  folder: string
  /** Uses an uploaded picture, such as by adding it to an album. A failure stays with the picture, to be retried. */
  onUploaded: (picture: QueuedPicture, fileUrl: string) => Promise<void>
  /** Whether a picture may be uploaded; by default, each may. */
  canSend?: (picture: QueuedPicture) => boolean
  /** Called with the number of pictures that one `send` has added. */
  onSent?: (count: number) => void
}

/** Holds chosen pictures and uploads them in order, one at a time, each with its own progress and error. */
export function usePictureQueue(options: QueueOptions) {
  const [queue, setQueue] = useState<readonly QueuedPicture[]>([])
  const [sending, setSending] = useState(false)
  // The newest queue and options, for the loop of `send`, which outlives a render.
  const latest = useRef({ queue, sending, options })
  latest.current.options = options
  const previews = useRef(new Set<string>())
  useEffect(
    () => () => {
      for (const url of previews.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const update = (change: (queue: readonly QueuedPicture[]) => readonly QueuedPicture[]) => {
    latest.current.queue = change(latest.current.queue)
    setQueue(latest.current.queue)
  }
  const set = (key: string, change: Partial<QueuedPicture>) => update((now) => updateQueued(now, key, change))
  const remove = (key: string) => update((now) => removeQueued(now, key))

  const choosing = useRef<Promise<void>>(Promise.resolve())
  /** Adds files to the queue in their order, after those that are still being read. */
  const choose = (files: readonly File[]): Promise<void> => {
    choosing.current = choosing.current.then(() => readFiles(files))
    return choosing.current
  }
  const readFiles = async (files: readonly File[]) => {
    for (const file of files) {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      const shrunk = await shrinkPicture(file)
      const refused = 'refused' in shrunk ? shrunk.refused : null
      const hints = refused ? [] : await readHints(file)
      update((now) => [
        ...now,
        {
          key: crypto.randomUUID(),
          name: file.name,
          blob: 'blob' in shrunk ? shrunk.blob : null,
          preview,
          hints,
          alt: '',
          consent: false,
          share: 0,
          fileUrl: null,
          state: refused ? 'refused' : 'chosen',
          error: refused && formatMessage(sharedMessages[refusedWords[refused]]),
        },
      ])
    }
  }
  const sendOne = async (one: QueuedPicture): Promise<boolean> => {
    set(one.key, { state: 'sending', error: null, share: 0 })
    const { folder, onUploaded } = latest.current.options
    try {
      const fileUrl = one.fileUrl ?? (await sendPicture(one.blob as Blob, folder, (share) => set(one.key, { share })))
      set(one.key, { fileUrl, share: 1 })
      await onUploaded(one, fileUrl)
      remove(one.key)
      return true
    } catch (error) {
      const lost = !(error instanceof ApiError) || error.status === 0
      set(one.key, {
        state: 'failed',
        error: lost ? formatMessage(sharedMessages['field.file.failed'], { file: one.name }) : error.message,
      })
      return false
    }
  }
  /** Uploads all unsent pictures, also those chosen in the meantime, or only the given one. */
  const send = async (only?: string) => {
    if (latest.current.sending) return
    latest.current.sending = true
    setSending(true)
    const tried = new Set<string>()
    let count = 0
    for (;;) {
      const { canSend = () => true } = latest.current.options
      const next = listUnsent(latest.current.queue).find(
        (one) => !tried.has(one.key) && (!only || one.key === only) && canSend(one),
      )
      if (!next) break
      tried.add(next.key)
      if (await sendOne(next)) count++
    }
    latest.current.sending = false
    setSending(false)
    if (count > 0) latest.current.options.onSent?.(count)
  }
  return { queue, sending, choose, set, remove, send }
}

export type PictureQueue = ReturnType<typeof usePictureQueue>

export const updateQueued = (
  queue: readonly QueuedPicture[],
  key: string,
  change: Partial<QueuedPicture>,
): QueuedPicture[] => queue.map((one) => (one.key === key ? { ...one, ...change } : one))

export const removeQueued = (queue: readonly QueuedPicture[], key: string): QueuedPicture[] =>
  queue.filter((one) => one.key !== key)

/** Returns the pictures to upload, without unusable files. */
export const listUnsent = (queue: readonly QueuedPicture[]): QueuedPicture[] =>
  queue.filter(({ state }) => state === 'chosen' || state === 'failed')

/** Returns the first picture with a missing field, and that field; null if complete. */
export function findFirstGap(queue: readonly QueuedPicture[]): { key: string; field: 'alt' | 'consent' } | null {
  for (const one of listUnsent(queue)) {
    if (one.alt.trim() === '') return { key: one.key, field: 'alt' }
    if (!one.consent) return { key: one.key, field: 'consent' }
  }
  return null
}
