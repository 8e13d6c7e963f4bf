import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Message, messages as calls } from '#contract/messaging/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useLive } from './live.ts'

export type LoadedConversation = OutputOf<typeof calls.read>

/** A pending or failed message. */
export type OutgoingMessage = { key: string; text: string; pictures: readonly string[]; state: 'sending' | 'failed' }

const SEEN_MS = 60_000

/** Merges messages without duplicates, in order. */
const joined = (one: readonly Message[], other: readonly Message[]): Message[] =>
  [...new Map([...one, ...other].map((message) => [message.id, message])).values()].sort((a, b) => a.id - b.id)

/** Returns a conversation's live state: new messages, read marks, optimistic sending. */
export function useConversation(
  loaded: LoadedConversation,
  { onSeen, onFailed }: { onSeen: () => void; onFailed: () => void },
) {
  const { id } = loaded.conversation
  const [state, setState] = useState(loaded)
  const [outgoing, setOutgoing] = useState<OutgoingMessage[]>([])
  const [loadingEarlier, setLoadingEarlier] = useState(false)
  const seen = useRef(0)
  const told = useRef({ onSeen, onFailed })
  told.current = { onSeen, onFailed }

  useEffect(() => {
    setState((now) =>
      now.conversation.id === loaded.conversation.id
        ? {
            ...loaded,
            messages: joined(now.messages, loaded.messages),
            earlier: now.messages.length > loaded.messages.length ? now.earlier : loaded.earlier,
          }
        : loaded,
    )
  }, [loaded])

  const refresh = useCallback(async () => {
    const next = await browserApi()
      .messages.read({ conversationId: id })
      .catch(() => null)
    if (next)
      setState((now) =>
        now.conversation.id === id
          ? {
              ...next,
              messages: joined(
                now.messages.map((old) => next.messages.find((fresh) => fresh.id === old.id) ?? old),
                next.messages,
              ),
              earlier: now.messages.length > next.messages.length ? now.earlier : next.earlier,
            }
          : now,
      )
  }, [id])
  // A booking opens the conversation or unmasks it.
  useLive(['message.', 'conversation.', 'appointment.booked'], ({ kind, ref }) => {
    if (kind === 'missed' || kind === 'appointment.booked' || ref.split('/')[0] === id) void refresh()
  })

  const newest = state.messages.at(-1)?.id ?? 0
  // Marks messages as read while the page is visible.
  useEffect(() => {
    const mark = () => {
      if (document.visibilityState !== 'visible' || newest === 0) return
      browserApi()
        .messages.markRead({ conversationId: id, messageId: newest })
        .then(
          () => {
            if (seen.current === newest) return
            seen.current = newest
            told.current.onSeen()
          },
          () => {},
        )
    }
    mark()
    const timer = setInterval(mark, SEEN_MS)
    document.addEventListener('visibilitychange', mark)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', mark)
    }
  }, [id, newest])

  const deliver = async (one: OutgoingMessage) => {
    setOutgoing((now) => [...now.filter(({ key }) => key !== one.key), { ...one, state: 'sending' }])
    try {
      const { message } = await browserApi().messages.write(
        { conversationId: id, text: one.text, pictures: [...one.pictures] },
        { key: one.key },
      )
      setState((now) => ({ ...now, messages: joined(now.messages, [message]) }))
      setOutgoing((now) => now.filter(({ key }) => key !== one.key))
    } catch {
      setOutgoing((now) => now.map((other) => (other.key === one.key ? { ...other, state: 'failed' } : other)))
      told.current.onFailed()
      void refresh()
    }
  }
  const earlier = async () => {
    const first = state.messages[0]
    if (!first) return
    setLoadingEarlier(true)
    const page = await browserApi()
      .messages.read({ conversationId: id, before: first.id })
      .catch(() => null)
    if (page) setState((now) => ({ ...now, messages: joined(page.messages, now.messages), earlier: page.earlier }))
    setLoadingEarlier(false)
  }
  return {
    state,
    outgoing,
    loadingEarlier,
    earlier,
    refresh,
    send: (text: string, pictures: readonly string[]) =>
      deliver({ key: crypto.randomUUID(), text, pictures, state: 'sending' }),
    again: (one: OutgoingMessage) => deliver(one),
  }
}
