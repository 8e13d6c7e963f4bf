import { laterDepositTimers } from './payments/later-deposit.ts'
import { depositShares } from './providers/profile-rules.ts'

/** One version of a text: the SHA-256 hash, and the day from which it is in force. */
type TextVersion = { sha256: string; inForce: string }

/**
 * Versions of accepted texts, oldest first. A changed text needs a new entry, because accepted versions never change.
 * tests/accepted-terms.test.ts validates the hashes.
 */
export const textVersions = {
  customer: [
    { sha256: '157f475ef6521f0b5d4c09633448ab7255ddac7b84f3b537177e7689619f590f', inForce: '2026-11-22' },
    { sha256: 'e7dd22de802ca6a9a7a7324e363f5b2bfd8077976227ba85b105f34879bc5dbd', inForce: '2026-11-29' },
    { sha256: '88ed557edc2eb2af98d7702a7fa2f84bfbd9ecf5dc0351abef6093914f1afa08', inForce: '2026-11-30' },
    { sha256: '8dada2929e7cf0bc556f284c4b61a65f021d770955149685915c1e60c16e84c6', inForce: '2026-11-30' },
  ],
  provider: [
    { sha256: '198be9caedf231a4ebfb0fb035b4b543c5c1a9ed705738053aa751172f30c56c', inForce: '2026-11-22' },
    { sha256: 'd66cacd411faf45e6606b35eca0512b68277c60151fd4702ec050f465f32f6d2', inForce: '2026-11-29' },
    { sha256: '1d658387e68f5549705a4a8d696671f063f5f79686482a867895b7a20c644ab6', inForce: '2026-11-30' },
  ],
  submission: [
    { sha256: 'ef09112b4af5023614a01b64e100cbb10f23cf6552bcd8c13ebad1f542c5554f', inForce: '2026-11-22' },
    { sha256: '3db1d81c83be98fe647fac5bb6182637b1d5da05b6e80c31ce8534910a8e6087', inForce: '2026-11-30' },
  ],
  privacy: [
    { sha256: '4187e2f8c917dab93f9367d239401c4cb12b0d210a3756f025ec9b6c2f0b21a0', inForce: '2026-11-28' },
    { sha256: '64de8bd8b8b308c39bd493129bfa4bcfd8bc9555643deaac7072d4a500aee954', inForce: '2026-11-30' },
    { sha256: '19f0043bd1cbbd10d98d198716cd48ebce230870025dfebf5fc2b05fed72da5d', inForce: '2026-11-30' },
    { sha256: '5b45a6409fbcd443255590ef2f47a1fa6c4aa20cc4ae5af7f6746ab3fe0d5f29', inForce: '2026-11-30' },
    { sha256: 'b6ad6dc7e8a59f41f1dce1cd98f1276173e197c6b75c83417a5175f18a618569', inForce: '2026-11-30' },
    { sha256: 'f009d1cce097d5ae2a5ce5d89da5fbfdbde09621f2d4e50398765541f8038c96', inForce: '2026-11-30' },
  ],
  allergies: [{ sha256: 'a01cb972a2415f774faea8dccf9d347e43c08187cb1160964aec341bf9fb03a7', inForce: '2026-11-30' }],
  controller: [
    { sha256: 'd37612ca884889b031b91b07d6ae6f18541a30892633da6e9dd73c29e94df87d', inForce: '2026-11-30' },
    { sha256: '3c366589fd6e60f0e75b8b81435a86efef616df48481cd161639983cb1f690a7', inForce: '2026-11-30' },
  ],
} as const satisfies Record<string, readonly TextVersion[]>
export type VersionedText = keyof typeof textVersions

export const getTextVersion = (text: VersionedText): string => String(textVersions[text].length)

export const getTextDate = (text: VersionedText): string => textVersions[text].at(-1)?.inForce ?? ''

export const termsKinds = ['customer', 'provider', 'submission', 'controller'] as const
export type TermsKind = (typeof termsKinds)[number]

/** Placeholders of terms that constants fill. They are part of the text: a changed constant is a changed text. */
export const termsConstants: Readonly<Record<string, string>> = {
  'deposit.least': String(depositShares.least),
  'deposit.most': String(depositShares.most),
  'later.days': String(laterDepositTimers.daysBefore),
  'later.pay': String(laterDepositTimers.payDays),
}
