# The tag is the Node version of package.json: the product is tested on it.
FROM node:24.21.0-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY sandbox/package.json sandbox/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
# No package needs its install script: the base image has Node.
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/build.ts && node tools/image.ts /image

# For backups, which need pg_dump: docker build --target backup. Node needs of Debian what PostgreSQL's image has.
FROM postgres:17 AS backup
ENV NODE_ENV=production DATA_DIR=/data/keyturn
RUN mkdir /data /backup && chown 1000:1000 /data /backup
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /image /keyturn
WORKDIR /keyturn
USER 1000
ENTRYPOINT []
CMD ["node", "app/cli/backup.ts", "/backup/keyturn", "--keep", "14"]

FROM node:24.21.0-slim
# A subfolder, because a mounted volume may belong to another user and be open to others.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data/keyturn
RUN mkdir /data && chown node:node /data
COPY --from=build /image /keyturn
WORKDIR /keyturn
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/start.js"]
