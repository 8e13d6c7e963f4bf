import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const origin = 'http://localhost:3000'
const text = (part: string | Buffer): string => Buffer.from(part).toString('base64url')
const digest = (part: string | Buffer): Buffer => createHash('sha256').update(part).digest()

// Encodes the subset of CBOR (RFC 8949) that a public key and an attestation of format `none` need.
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, part]) => [cbor(key), cbor(part as Buffer)])
  return Buffer.concat([head(5, value.size), ...parts])
}

type Options = { challenge: string }

/** Creates a passkey in software: `make` answers a registration, `sign` an authentication. */
export function createTestPasskey({ verifies = true, host = 'localhost', from = origin } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authenticatorData = (more = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    const flags = 0x01 | (verifies ? 0x04 : 0) | (more.length > 0 ? 0x40 : 0)
    return Buffer.concat([digest(host), Buffer.from([flags]), count, more])
  }
  return {
    id: text(id),
    make({ challenge }: Options) {
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([id.length >> 8, id.length & 255])
      const authData = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge }: Options, account = '') {
      const [data, client] = [authenticatorData(), clientData('webauthn.get', challenge)]
      const signature = createSign('sha256')
        .update(Buffer.concat([data, digest(client)]))
        .sign(privateKey)
      return {
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(data),
          signature: text(signature),
          userHandle: text(account),
        },
      }
    },
    /** Resets the signature counter, as a cloned key would. */
    turnBack: () => {
      counter = 0
    },
  }
}
