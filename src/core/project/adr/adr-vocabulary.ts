/**
 * The words of decision records, by language: labels of their fields and values of their status. This is data: to teach
 * a word, add it here in its usual spelling; case, Latin accents and `ё` do not matter. Phrases are separated by `;`.
 */

/** A status whose words stand for it, from the most to the least binding. */
export type KnownAdrStatus = "accepted" | "superseded" | "deprecated" | "rejected" | "proposed" | "draft";

/** `status`, and the relations between decisions. */
export type AdrField = "status" | "supersededBy" | "supersedes";

export const ADR_LABELS: Readonly<Record<AdrField, readonly string[]>> = {
  status: [
    "status; state; adr status; decision status; current status; status of the decision", // en
    "estado; situação; status atual; estado atual; situação atual; status da decisão; estado da decisão", // pt
    "статус; состояние; текущий статус; текущее состояние; статус решения; статус adr", // ru
    "estatus; estado actual; estado de la decisión; situación", // es
    "statut; état; statut actuel; statut de la décision", // fr
    "zustand; stand; entscheidungsstatus; aktueller status", // de
    "ステータス; 状態; 状況; 現在の状態; 決定状態", // ja
    "상태; 현재 상태; 결정 상태; 스테이터스", // ko
    "状态; 狀態; 当前状态; 當前狀態; 目前狀態; 决策状态; 決策狀態; 状况", // zh
    "durum; durumu; karar durumu; güncel durum; mevcut durum; statü", // tr
    "trạng thái; tình trạng; trạng thái hiện tại; trạng thái quyết định", // vi
  ],
  supersededBy: [
    "superseded by; superceded by; replaced by; obsoleted by; superseded-by; superseded_by; supersededby; replaced-by; replaced_by",
    "substituído por; substituída por; superado por; superada por",
    "заменено на; заменен на; заменена на; заменено; заменен; заменена; заменяется; заменяется на",
    "reemplazado por; reemplazada por; sustituido por; sustituida por; remplazado por",
    "remplacé par; remplacée par; supplanté par",
    "ersetzt durch; abgelöst durch",
    "置き換え先; 後継; 後継adr; 置換先",
    "대체 문서; 대체됨; 후속",
    "被取代; 取代者; 被替代; 替代者; 被替换为; 被取代为",
    "yerine geçen; yerini alan",
    "thay thế bởi; bị thay thế bởi; được thay thế bởi",
  ],
  supersedes: [
    "supersedes; replaces; obsoletes",
    "substitui; supera",
    "заменяет; отменяет; вместо",
    "reemplaza; reemplaza a; sustituye; sustituye a",
    "remplace",
    "ersetzt; löst ab",
    "置き換え元; 置換元; 前身",
    "대체 대상; 대체함",
    "取代; 替代; 替换",
    "yerine geçtiği; yerini aldığı",
    "thay thế; thay thế cho",
  ],
};

/** Words that decide the status even where more words follow them (`Accepted by the board`). */
export const ADR_VALUES: Readonly<Record<KnownAdrStatus, readonly string[]>> = {
  accepted: [
    "accepted; approved; adopted; agreed; decided; ratified; implemented; in force; in effect; enacted; confirmed; partially accepted; partially implemented",
    "aceito; aceita; aceite; aprovado; aprovada; adotado; adotada; decidido; decidida; implementado; implementada; em vigor; vigente; homologado; homologada; ratificado; ratificada",
    "принято; принят; принята; принятое; принятый; утверждено; утвержден; утверждена; одобрено; одобрен; одобрена; согласовано; согласован; реализовано; реализован; реализована; внедрено; внедрен; внедрена; действует; действующее; действующий; в силе; решено",
    "aceptado; aceptada; aprobado; aprobada; adoptado; adoptada; en vigor",
    "accepté; acceptée; approuvé; approuvée; adopté; adoptée; validé; validée; décidé; décidée; implémenté; implémentée; en vigueur",
    "akzeptiert; angenommen; genehmigt; beschlossen; entschieden; umgesetzt; verabschiedet; freigegeben; implementiert; bestätigt; in kraft; gültig",
    "承認; 承認済み; 承認済; 採用; 採用済み; 採択; 採択済み; 受理; 受諾; 受け入れ; 決定; 決定済み; 確定; 実装済み; 実施済み; 合意; 合意済み; 可決; 有効",
    "승인; 승인됨; 채택; 채택됨; 수락; 수락됨; 결정; 결정됨; 확정; 합의; 구현 완료; 구현됨; 적용됨; 시행 중; 수용",
    "已接受; 接受; 已采纳; 采纳; 已批准; 批准; 已通过; 通过; 已决定; 已实施; 已实现; 已生效; 生效; 已采用; 采用; 已确认; 已採納; 採納; 已通過; 通過; 已核准; 核准; 已採用; 已決定; 已實施; 已生效",
    "kabul edildi; kabul; onaylandı; onaylı; benimsendi; kararlaştırıldı; uygulandı; yürürlükte",
    "đã chấp nhận; chấp nhận; được chấp nhận; đã duyệt; đã được duyệt; đã phê duyệt; phê duyệt; được phê duyệt; đã được phê duyệt; đã thông qua; thông qua; đã áp dụng; đã triển khai; đang áp dụng; có hiệu lực; đã được chấp nhận; đã quyết định",
  ],
  superseded: [
    "superseded; superceded; superseeded; replaced; obsoleted by; overridden; supplanted; subsumed; merged into",
    "substituído; substituída; superado; superada",
    "заменено; заменен; заменена; замещено; замещен; замещена; вытеснено; вытеснен; вытеснена",
    "reemplazado; reemplazada; sustituido; sustituida; remplazado; remplazada",
    "remplacé; remplacée; supplanté; supplantée",
    "ersetzt; abgelöst",
    "置き換え; 置き換え済み; 置換; 置換済み; 代替; 上書き; 差し替え; 差し替え済み; 後継あり",
    "대체; 대체됨; 대체되었",
    "已取代; 被取代; 已被取代; 取代; 已替代; 被替代; 已被替代; 已替换; 被替换; 已被替换; 已替換; 被替換; 已被替換; 已被",
    "yerine geçildi; yerini aldı; değiştirildi; yenisiyle değiştirildi",
    "thay thế bởi; bị thay thế; đã thay thế; đã bị thay thế; được thay thế; đã được thay thế",
  ],
  deprecated: [
    "deprecated; obsolete; retired; outdated; archived; expired; revoked; repealed; inactive; sunset; no longer valid; no longer in use; no longer relevant; no longer applicable; not active",
    "depreciado; depreciada; obsoleto; obsoleta; descontinuado; descontinuada; arquivado; arquivada; revogado; revogada; aposentado; aposentada; inativo; inativa; expirado; expirada",
    "устарело; устарел; устарела; устаревшее; устаревший; неактуально; неактуален; неактуальна; не актуально; не актуален; утратило силу; утратил силу; архив; архивировано; выведено из употребления; не действует; недействительно",
    "en desuso; deprecado; deprecada; archivado; archivada; derogado; derogada",
    "obsolète; déprécié; dépréciée; archivé; archivée; caduc; caduque; périmé; périmée; abrogé; abrogée",
    "veraltet; überholt; obsolet; archiviert; außer kraft; ausser kraft; aufgehoben; nicht mehr gültig; ungültig",
    "廃止; 廃止済み; 非推奨; 失効; 無効; 破棄; 廃棄",
    "폐기; 폐기됨; 사용 중단; 지원 중단; 더 이상 사용되지 않음; 만료",
    "已弃用; 弃用; 已废弃; 废弃; 已过时; 过时; 已作废; 作废; 已失效; 失效; 已棄用; 棄用; 已廢棄; 廢棄; 已廢止; 廢止; 已過時; 過時; 已归档; 已废止",
    "kullanımdan kaldırıldı; kullanım dışı; artık kullanılmıyor; geçersiz; eskidi; eskimiş; arşivlendi",
    "lỗi thời; đã lỗi thời; không còn dùng; không còn sử dụng; ngừng sử dụng; hết hiệu lực; đã hết hiệu lực; không còn hiệu lực; đã loại bỏ",
  ],
  rejected: [
    "rejected; declined; denied; dropped; abandoned; withdrawn; cancelled; canceled; discarded; won't do; wont do; won't implement; not accepted; not approved; not adopted; refused; vetoed",
    "rejeitado; rejeitada; recusado; recusada; negado; negada; descartado; descartada; cancelado; cancelada; retirado; retirada; abandonado; abandonada; reprovado; reprovada; não aceito; não aceita; não aprovado; não aprovada",
    "отклонено; отклонен; отклонена; отвергнуто; отвергнут; отвергнута; отказано; отменено; отменен; отменена; отозвано; отозван; не принято; не принят; не принята; не утверждено; снято с рассмотрения",
    "rechazado; rechazada; denegado; denegada; no aceptado; no aceptada; no aprobado; no aprobada",
    "rejeté; rejetée; refusé; refusée; abandonné; abandonnée; annulé; annulée; retiré; retirée; écarté; écartée; non accepté; non retenu",
    "abgelehnt; verworfen; zurückgewiesen; zurückgezogen; abgebrochen; nicht angenommen; nicht akzeptiert; nicht genehmigt",
    "却下; 却下済み; 拒否; 否決; 不採用; 棄却; 取り下げ; 撤回",
    "거부; 거부됨; 거절; 거절됨; 기각; 기각됨; 반려; 반려됨; 부결; 철회",
    "已拒绝; 拒绝; 被拒绝; 已否决; 否决; 被否决; 已驳回; 驳回; 未通过; 已放弃; 放弃; 已撤回; 已拒絕; 拒絕; 被拒絕; 已否決; 否決; 已駁回; 駁回; 未通過; 已取消; 不采纳; 未采纳",
    "reddedildi; ret; red; geri çekildi; iptal edildi; kabul edilmedi; onaylanmadı",
    "từ chối; đã từ chối; bị từ chối; bác bỏ; bị bác bỏ; đã bác bỏ; đã hủy; không chấp nhận; không được chấp nhận",
  ],
  // What is put off is undecided: nobody has taken it on, and nobody has turned it down.
  proposed: [
    "proposed; proposal; planned; pending; under review; in review; under discussion; in discussion; under consideration; deferred; postponed; on hold; parked; submitted; candidate; tentative; undecided; not decided; not yet decided; not yet accepted; not yet approved; awaiting approval; awaiting decision; awaiting review; ready for review; waiting for review; request for comments; suggested; active discussion; active proposal; open for discussion; open for comments; partially proposed",
    "proposto; proposta; planejado; planejada; pendente; em revisão; em análise; em discussão; em avaliação; em aprovação; aguardando aprovação; aguardando revisão; aguardando decisão; adiado; adiada; suspenso; suspensa",
    "предложено; запланировано; предложен; предложена; предложение; предлагается; на рассмотрении; на согласовании; на обсуждении; обсуждается; рассматривается; на ревью; ожидает; в ожидании; отложено; отложен; отложена; к обсуждению",
    "propuesto; propuesta; pendiente; en revisión; en discusión; en evaluación; aplazado; aplazada; pospuesto; pospuesta",
    "proposé; proposée; proposition; en attente; en discussion; en revue; en cours de revue; en cours d'examen; à l'étude; reporté; reportée; différé; différée",
    "vorgeschlagen; vorschlag; in prüfung; in diskussion; zur diskussion; ausstehend; in abstimmung; zurückgestellt; vertagt; verschoben",
    "提案; 提案中; 提案済み; 検討中; 採用検討中; 承認待ち; 決定待ち; 承認されていない; レビュー中; レビュー待ち; 審議中; 議論中; 保留; 延期; 未決; 未決定; 未承認",
    "제안; 제안됨; 검토 중; 검토중; 승인 대기; 결정 대기; 논의 중; 논의중; 보류; 연기; 미결",
    "提议; 提议中; 已提议; 提案; 提案中; 建议; 待定; 待审; 待审核; 待批准; 待评审; 评审中; 审核中; 审查中; 讨论中; 未决; 搁置; 暂缓; 推迟; 已推迟; 提議; 提議中; 已提議; 建議; 討論中; 審核中; 審查中; 待審; 待審核; 擱置; 暫緩; 拟议; 擬議",
    "önerildi; öneri; önerilen; değerlendirmede; inceleniyor; incelemede; tartışılıyor; beklemede; ertelendi; onay bekliyor",
    "đề xuất; đã đề xuất; đang đề xuất; được đề xuất; đang xem xét; đang thảo luận; chờ duyệt; chờ phê duyệt; tạm hoãn; hoãn; đang chờ",
  ],
  draft: [
    "draft; drafting; work in progress; wip; in progress; in_progress; not started",
    "rascunho; em elaboração; em andamento; em construção; minuta",
    "черновик; черновой; в работе; проект; в разработке; набросок",
    "borrador; en borrador; en elaboración; en progreso",
    "brouillon; ébauche; en cours de rédaction; en cours; en rédaction",
    "entwurf; in bearbeitung; in arbeit",
    "下書き; 草案; 草稿; ドラフト; 作成中; 執筆中; 起案中",
    "초안; 작성 중; 작성중; 드래프트",
    "草稿; 草案; 起草中; 撰写中; 编写中; 撰寫中; 編寫中; 进行中; 進行中",
    "taslak; hazırlanıyor",
    "bản nháp; nháp; dự thảo; bản thảo; đang soạn; đang soạn thảo",
  ],
};

/** Words that mean a status only where nothing follows them: `Active` is one, `Active users only` is none. */
export const ADR_LONE_VALUES: Readonly<Partial<Record<KnownAdrStatus, readonly string[]>>> = {
  accepted: [
    "active; done; current; final; complete; completed; valid; resolved; resolved; in use; live; shipped; released; accept; approve; deployed; effective",
    "ativo; ativa; concluído; concluída; feito; finalizado; finalizada; resolvido; resolvida",
    "активно; активен; активна; выполнено; готово; завершено; актуально; актуален",
    "activo; activa; completado; completada; hecho; finalizado; vigente",
    "actif; active; terminé; terminée; fait",
    "aktiv; erledigt; fertig; abgeschlossen",
    "完了; 現行; 運用中",
    "완료; 유효; 활성",
    "完成; 已完成; 有效; 现行; 現行",
    "geçerli; etkin; tamamlandı",
    "hoàn thành; đã hoàn thành; hiệu lực; hoạt động",
  ],
  proposed: [
    "open; rfc; review; reviewing; new; discussion; propose",
    "aberto; aberta",
    "открыт; открыто",
    "offen",
  ],
  rejected: ["reject; no-go; no go"],
  deprecated: ["historical; legacy; deprecate"],
};

/** Where these stand in a value, its decision has been taken over by another one; what it names comes after them. */
export const ADR_SUPERSEDED_BY: readonly string[] = [
  "superseded by; superceded by; superseeded by; replaced by; obsoleted by; overridden by; supplanted by; subsumed by; merged into; deprecated by; in favor of; in favour of",
  "substituído por; substituída por; superado por; superada por",
  "заменено на; заменен на; заменена на; заменено; заменен; заменена",
  "reemplazado por; reemplazada por; sustituido por; sustituida por; remplazado por",
  "remplacé par; remplacée par; supplanté par",
  "ersetzt durch; abgelöst durch",
  "に置き換え; により置き換え; によって置き換え; に置換; に代替",
  "로 대체; 으로 대체; 에 의해 대체",
  "取代; 替代; 替换; 替換",
  "ile değiştirildi; tarafından değiştirildi; yerini aldı",
  "thay thế bởi",
];

/** Where one of these stands before such a phrase, only a part was taken over, and the rest still holds. */
export const ADR_PARTLY: readonly string[] = [
  "partially; partly; in part",
  "parcialmente; em parte",
  "частично",
  "partiellement; en partie",
  "teilweise",
  "部分; 一部",
  "일부",
  "kısmen",
  "một phần",
];

/** Values that say that there is nothing to say. */
export const ADR_NOTHING =
  "none; n/a; na; -; —; –; null; ~; tbd; todo; nenhum; nenhuma; нет; ninguno; aucun; keine; なし; 없음; 无; 無; yok; không";
